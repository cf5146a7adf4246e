/** Questions to the server. */
import type { Endpoints, ErrorAnswer } from "./api";

export const API = "/api/1/";

/** What went wrong: a line, and the field it is about (empty: the whole). */
export class ApiError extends Error {
  constructor(
    readonly line: string,
    readonly field = "",
    readonly status = 0,
  ) {
    super(line);
  }
}

type Key = keyof Endpoints;

/** Ask an endpoint; names in its path are taken from what is asked. */
export async function ask<K extends Key>(key: K, asked: Endpoints[K][0], signal?: AbortSignal): Promise<Endpoints[K][1]> {
  const { method, url, body } = request(key, asked as Record<string, unknown>);
  const init: RequestInit = { method, ...(signal && { signal }) };
  if (body !== undefined) {
    init.body = body;
    init.headers = { "Content-Type": "application/json" };
  }
  return (await checked(await reached(url, init))).json() as Promise<Endpoints[K][1]>;
}

/** Where and how an endpoint is asked. */
export function request(key: string, asked: Record<string, unknown>): { method: string; url: string; body?: string } {
  const [method = "GET", pattern = ""] = key.split(" ");
  const rest = { ...asked };
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return value.split("/").map(encodeURIComponent).join("/");
  });
  if (method === "POST") return { method, url: API + path, body: JSON.stringify(rest) };
  return { method, url: API + path + queryText(rest) };
}

/** Values as a query, without those that are empty. */
export function queryText(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text && `?${text}`;
}

/** The lines of a reply that comes in parts, each as soon as it is there. */
export async function* lines(url: string, signal?: AbortSignal): AsyncGenerator<unknown> {
  yield* linesOf(await checked(await reached(url, signal ? { signal } : {})));
}

/** Send a file; the lines of the reply. */
export async function* sendLines(path: string, query: Record<string, unknown>, file: Blob): AsyncGenerator<unknown> {
  yield* linesOf(await checked(await reached(API + path + queryText(query), { method: "POST", body: file })));
}

async function* linesOf(reply: Response): AsyncGenerator<unknown> {
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += value ?? "";
    const parts = text.split("\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const found = JSON.parse(part) as { schema?: string };
      if (found.schema === "pokerlab/error/1") throw errorOf(found as ErrorAnswer, 200);
      yield found;
    }
    if (done) return;
  }
}

/** Send a file; it is listed once the server has checked it. */
export async function upload(name: string, file: Blob): Promise<void> {
  await checked(await reached(`${API}solutions/${encodeURIComponent(name)}/file`, { method: "POST", body: file }));
}

async function reached(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("the server does not answer: is `pokerlab serve` still running?");
  }
}

async function checked(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  let content: ErrorAnswer;
  try {
    content = (await reply.json()) as ErrorAnswer;
  } catch {
    throw new ApiError(`the server answered ${reply.status}`, "", reply.status);
  }
  throw errorOf(content, reply.status);
}

function errorOf(content: ErrorAnswer, status: number): ApiError {
  return new ApiError(content.error.line, content.error.field, status);
}

/** What to tell of anything that was thrown. */
export function lineOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
