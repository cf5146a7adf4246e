/** The betting tree of a spot as a strip that opens; lines are added and removed in it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TreeNode } from "../api";
import { moveColour, moveLetters, moveText } from "../moves";
import { amount, type Unit } from "../numbers";

/** The nodes from the first one along a path of moves, cards left out; as far as they are there. */
export function along(nodes: readonly TreeNode[], path: readonly string[]): { node: TreeNode; taken: number }[] {
  const byIndex = new Map(nodes.map((node) => [node.index, node]));
  const found: { node: TreeNode; taken: number }[] = [];
  let node = nodes[0];
  let taken = 0;
  while (node) {
    if (node.kind === "deal") {
      node = byIndex.get(node.children[0]!);
      continue;
    }
    found.push({ node, taken });
    const wanted: string | undefined = path[taken];
    taken += 1;
    node = wanted === undefined ? undefined : node.children.map((child) => byIndex.get(child)).find((child) => child?.move?.text === wanted);
  }
  return found;
}

export function TreeStrip(props: {
  nodes: readonly TreeNode[];
  path: readonly string[];
  unit: Unit;
  onPath: (path: string[]) => void;
  onAdd: (line: string) => void;
  onRemove: (line: string) => void;
}): JSX.Element {
  const byIndex = new Map(props.nodes.map((node) => [node.index, node]));
  return (
    <ol class="strip" aria-label="the betting tree">
      {along(props.nodes, props.path).map(({ node, taken }) => {
        const before = props.path.slice(0, taken);
        if (node.kind !== "decision") return <li key={taken} class="step"><span class="head row apart"><b>{node.kind === "fold" ? "fold" : "showdown"}</b><span class="muted num">pot {amount(node.pot, props.unit)}</span></span></li>;
        const children = node.children.map((child) => byIndex.get(child)).filter((child): child is TreeNode => child !== undefined);
        const moves = children.map((child) => child.move!);
        const letters = moveLetters(moves);
        return (
          <li key={taken} class={`step ${taken === props.path.length ? "here" : ""}`}>
            <button type="button" class="head" onClick={() => props.onPath(before)}><b class={node.player!}>{node.player!.toUpperCase()} {node.street}</b><span class="muted num">pot {amount(node.pot, props.unit)}</span></button>
            {moves.map((move, index) => (
              <div class="row nowrap-row" key={move.text}>
                <button type="button" class={`move grow ${props.path[taken] === move.text ? "chosen" : ""}`} onClick={() => props.onPath([...before, move.text])}>
                  <i class={`swatch ${move.all_in ? "all-in" : ""}`} style={{ background: moveColour(move, node.pot) }}>{letters[index]}</i>
                  <span>{moveText(move.text, props.unit)}{move.all_in && /bet|raise/.test(move.text) ? " all-in" : ""}</span><span class="muted small">{move.size}</span>
                </button>
                {children.length > 1 && <button type="button" class="plain cut" aria-label={`remove ${[...before, move.text].join("/")}`} title="remove this line" onClick={() => props.onRemove([...before, move.text].join("/"))}>×</button>}
              </div>
            ))}
            <AddLine example={props.unit.bb ? "bet 4bb" : "bet 40"} onAdd={(text) => props.onAdd([...before, text].join("/"))} />
          </li>
        );
      })}
    </ol>
  );
}

function AddLine({ example, onAdd }: { example: string; onAdd: (text: string) => void }): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  if (text === null) return <button type="button" class="plain add" onClick={() => setText("")}>+ a line</button>;
  const done = () => {
    if (text.trim()) onAdd(text.trim());
    setText(null);
  };
  return <input autoFocus class="add" aria-label={`a move to add, such as ${example}`} placeholder={example} value={text} onInput={(event) => setText(event.currentTarget.value)} onBlur={done} onKeyDown={(event) => { if (event.key === "Enter") done(); if (event.key === "Escape") setText(null); }} />;
}
