/** The names of the 169 classes in the order of the matrix; the server's list is the same (a test compares). */
import { RANKS } from "./cards";

export const classNames: readonly string[] = [...RANKS].flatMap((high, row) =>
  [...RANKS].map((low, column) => (row === column ? high + low : row < column ? `${high}${low}s` : `${low}${high}o`)),
);
