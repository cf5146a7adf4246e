/** Where an arrow leads from a cell, or null. */
export function gridStep(key: string, from: number, columns = 13, count = 169): number | null {
  const [row, column] = [Math.floor(from / columns), from % columns];
  const rows = count / columns;
  switch (key) {
    case "ArrowRight": return row * columns + Math.min(column + 1, columns - 1);
    case "ArrowLeft": return row * columns + Math.max(column - 1, 0);
    case "ArrowDown": return Math.min(row + 1, rows - 1) * columns + column;
    case "ArrowUp": return Math.max(row - 1, 0) * columns + column;
    case "Home": return row * columns;
    case "End": return row * columns + columns - 1;
    default: return null;
  }
}
