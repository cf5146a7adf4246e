import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const here = import.meta.dirname;
const names = readdirSync(here).filter((name) => name.endsWith(".test.ts"));

/** The unit tests as plain JavaScript, for `node --test`. */
export default defineConfig({
  root: here,
  build: {
    ssr: true,
    outDir: join(here, "../node_modules/.tests"),
    emptyOutDir: true,
    rolldownOptions: { input: names.map((name) => join(here, name)) },
  },
});
