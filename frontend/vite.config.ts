import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;
const STATIC = join(here, "../src/pokerlab/web/static");
const SOURCES = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

/** What the built files were made of; tests/web/test_static.py computes the same. */
function sourcesHash(): string {
  const found = ["src", "public"].flatMap((folder) =>
    readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(here.length + 1).replaceAll("\\", "/")),
  );
  const hash = createHash("sha256");
  for (const name of [...SOURCES, ...found].sort()) {
    hash.update(name + "\0").update(readFileSync(join(here, name))).update("\0");
  }
  return hash.digest("hex");
}

const manifest: Plugin = {
  name: "manifest-of-sources",
  closeBundle() {
    writeFileSync(join(process.env.POKERLAB_STATIC ?? STATIC, "manifest.json"), JSON.stringify({ sources: sourcesHash() }) + "\n");
  },
};

export default defineConfig({
  root: here,
  plugins: [manifest],
  build: {
    outDir: process.env.POKERLAB_STATIC ?? STATIC,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: true,
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
