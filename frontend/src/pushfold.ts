/** Push/fold between the page's fields, the server's words and the charts. */
import { useEffect, useRef, useState } from "preact/hooks";
import { notNumber, numberOf } from "./address";
import type { AskPushFold, Problem, PushFoldAnswer, PushFoldDecision, PushFoldQuestion } from "./api";
import { classNames } from "./classes";
import { mix } from "./moves";
import { fixed, percent, type Unit } from "./numbers";
import type { Cell } from "./parts/matrix";
import { socket } from "./socket";

/** All of the page, as texts; see `USUAL`. */
export const USUAL = {
  stacks: "2000,1500,1000", sb: "50", bb: "100", ante: "0", bba: "", first: "", payouts: "chips", bounties: "", progressive: "0.5",
  most: "3", future: "0", bunching: "", purify: "", algorithm: "", target: "", iterations: "3000",
  fixed: "", at: "", show: "", beside: "", paint: "", hand: "", view: "", table: "",
};
export type Form = typeof USUAL;
export type Errors = Record<string, string>;

/** What the fields ask, or what is wrong with them. */
export function questionOf(form: Form): { question: PushFoldQuestion | null; errors: Errors } {
  const errors: Errors = {};
  const number = (name: keyof Form) => {
    const found = numberOf(form[name]);
    if (found === null) errors[name] = notNumber(form[name]);
    return found ?? 0;
  };
  const list = (name: keyof Form) => form[name].split(",").map((text, index) => {
    const found = numberOf(text);
    if (found === null) errors[`${name}.${index}`] = notNumber(text);
    return found ?? 0;
  });
  const question: PushFoldQuestion = {
    stacks: list("stacks"), blinds: [number("sb"), number("bb")], ante: number("ante"), big_blind_ante: Boolean(form.bba), ante_first: Boolean(form.bba && form.first),
    payouts: form.payouts === "chips" ? null : form.payouts, most_all_in: number("most"), future: number("future"),
    bunching: Boolean(form.bunching), purify: Boolean(form.purify), iterations: number("iterations"),
    ...(form.bounties && form.payouts !== "chips" && { bounties: list("bounties"), progressive: number("progressive") }),
    ...(form.algorithm && { algorithm: form.algorithm }),
    ...(form.target && { target: number("target") }),
    ...(form.fixed && { fixed: fixedOf(form.fixed).map(([key, range]) => ({ player: key[0]!, against: key.slice(1), range })) }),
  };
  return { question: Object.keys(errors).length ? null : question, errors };
}

/** Ranges that were painted, as the address has them: `0~22+;2-0~AA`. */
export function fixedOf(text: string): [number[], string][] {
  return text.split(";").filter(Boolean).map((part) => {
    const [key = "", ...range] = part.split("~");
    return [key.split("-").map(Number), range.join("~")];
  });
}

export function withFixed(text: string, key: string, range: string | null): string {
  const others = text.split(";").filter((part) => part && part.split("~")[0] !== key);
  return [...others, ...(range === null ? [] : [`${key}~${range}`])].join(";");
}

export function keyOf(decision: PushFoldDecision): string {
  return [decision.player, ...decision.against].join("-");
}

/** `BB call against BTN and SB`, or without who it is. */
export function nameOf(answer: PushFoldAnswer, decision: PushFoldDecision, isShort = false): string {
  const rivals = decision.against.map((player) => answer.positions[player]).join(" and ");
  return isShort ? (rivals ? `${decision.kind} v ${rivals.replace(" and ", ", ")}` : decision.kind) : `${decision.position} ${decision.kind}${rivals ? ` against ${rivals}` : ""}`;
}

/** The spot in a line. */
export function describe(answer: PushFoldAnswer): string {
  const stacks = answer.stacks.map((stack, player) => `${answer.positions[player]} ${stack}`).join(", ");
  const ante = answer.ante ? `, ante ${answer.ante}${answer.big_blind_ante ? ` by the big blind${answer.ante_first ? " before his blind" : ""}` : ""}` : "";
  const prizes = answer.payouts ? `prizes ${answer.payouts.map((prize) => Number(prize.toFixed(2))).join("/")}` : "for chips";
  return `${answer.draft ? "DRAFT - " : ""}${stacks}; blinds ${answer.blinds.join("/")}${ante}, ${prizes}${answer.bounties ? `, bounties ${answer.bounties.join("/")}` : ""}`;
}

/** How amounts of a result are written: chips or big blinds, prizes as parts of the pool. */
export interface Worth {
  name: string;
  text: (value: number | null | undefined) => string;
  gain: (value: number | null | undefined, digits?: number) => string;
}

export function worthOf(answer: PushFoldAnswer, unit: Unit): Worth {
  const isPrize = answer.payouts !== null;
  const pool = isPrize ? [...answer.payouts!, ...(answer.bounties ?? [])].reduce((sum, prize) => sum + prize, 0) : 0;
  const scale = isPrize ? 100 / pool : unit.bb ? 1 / unit.bb : 1;
  const digits = isPrize ? 3 : unit.bb ? 2 : 1;
  const text = (value: number | null | undefined, count = digits) => (value === null || value === undefined ? "–" : fixed(value * scale, count));
  return {
    name: isPrize ? "% of the prizes" : unit.name,
    text: (value) => text(value),
    gain: (value, count) => (value && value * scale > 0.5 * 10 ** -(count ?? digits) ? "+" : "") + text(value, count),
  };
}

export type Show = "range" | "gain" | "best";

/** What all-in earns more than folding with a class; null where it never gets there. */
export function gainOf(decision: PushFoldDecision, index: number): number | null {
  const [all, fold] = [decision.columns.all_in[index], decision.columns.fold[index]];
  return all === null || all === undefined || fold === null || fold === undefined ? null : all - fold;
}

export function moveColour(decision: PushFoldDecision): string {
  return decision.kind === "push" ? "var(--push)" : "var(--call)";
}

export function chartCells(decision: PushFoldDecision, show: Show, worth: Worth): Cell[] {
  const often = show === "best" && decision.best ? decision.best.frequency : decision.columns.frequency;
  const gains = classNames.map((_, index) => gainOf(decision, index));
  const most = Math.max(...gains.map((gain) => Math.abs(gain ?? 0)), 1e-12);
  const equal = new Set(decision.indifferent);
  return classNames.map((name, index) => {
    const [part, gain] = [often[index]!, gains[index]!];
    if (gain === null) return { parts: [], height: 0, tag: "", words: "never gets here", isMuted: true };
    const words = `all-in ${percent(part)}, earns ${worth.gain(gain)} ${worth.name}${equal.has(name) ? ", both actions are worth the same" : ""}`;
    if (show === "gain") {
      const colour = mix(gain >= 0 ? "var(--good-fill)" : "var(--bad-fill)", "var(--raised)", 0.1 + 0.9 * Math.sqrt(Math.abs(gain) / most));
      return { parts: [[colour, 1] as const], height: 1, tag: worth.gain(gain, worth.name === "chips" ? 0 : 2), words };
    }
    return {
      parts: [[moveColour(decision), part] as const, ["var(--fold-fill)", 1 - part] as const], height: 1, words,
      tag: part > 0.0005 && part < 0.9995 ? `${equal.has(name) ? "= " : ""}${Math.round(100 * part)}` : "",
    };
  });
}

export interface Charts {
  main: PushFoldAnswer | null;
  chips: PushFoldAnswer | null;
  isRefined: boolean;
  problem: Problem | null;
}

const SPACING = 60;
let lastId = 0;

/** Charts of the last question: drafts as they come, then the whole. A question asked meanwhile takes the place of the last. */
export function usePushFold(question: PushFoldQuestion | null, beside: boolean): Charts {
  const [found, setFound] = useState<Charts>({ main: null, chips: null, isRefined: false, problem: null });
  const text = question && JSON.stringify({ question, beside });
  const asked = useRef({ first: lastId + 1, id: 0, text: "", at: 0, isAnswered: true });
  useEffect(() => {
    const put = () => {
      const { id, text: last } = asked.current;
      if (last) socket.put({ type: "pushfold", id, ...(JSON.parse(last) as Pick<AskPushFold, "question" | "beside">) });
    };
    const ends = [
      socket.watch((isOpen) => { if (isOpen && !asked.current.isAnswered) put(); }),
      socket.listen((message) => {
        if (message.type === "error" && message.id === asked.current.id && message.id) {
          asked.current.isAnswered = true;
          setFound((before) => ({ ...before, isRefined: true, problem: message.error }));
        }
        if (message.type !== "pushfold" || message.id < asked.current.first) return;
        const isCurrent = message.id === asked.current.id;
        if (isCurrent && message.is_last) asked.current.isAnswered = true;
        setFound((before) => ({
          ...before, [message.is_beside ? "chips" : "main"]: message.result, isRefined: isCurrent && message.is_last, problem: null,
        }));
      }),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  useEffect(() => {
    if (!text || text === asked.current.text) return;
    const send = () => {
      asked.current = { ...asked.current, id: ++lastId, text, at: Date.now(), isAnswered: false };
      setFound((before) => ({ ...before, isRefined: false }));
      socket.put({ type: "pushfold", id: asked.current.id, ...(JSON.parse(text) as Pick<AskPushFold, "question" | "beside">) });
    };
    const timer = setTimeout(send, Math.max(asked.current.at + SPACING - Date.now(), 0));
    return () => clearTimeout(timer);
  }, [text]);
  return found;
}

