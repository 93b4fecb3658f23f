/// <reference types="vitest/config" />
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Sonner inserts its style sheet with script, which a `style-src 'self'` policy refuses. `theme.css` imports the same
 * sheet as a file instead, so the insertion is taken out.
 */
function toastStylesFromFile(): Plugin {
  return {
    name: "toast-styles-from-file",
    enforce: "pre",
    transform(code, id) {
      if (!/sonner[\\/]dist[\\/]index\.mjs$/.test(id)) return null;
      return { code: code.replace(/^__insertCSS\(".*"\);$/m, ""), map: null };
    },
  };
}

const backend = "http://localhost:3000";

export default defineConfig({
  plugins: [toastStylesFromFile(), react(), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs in two files (libraries change seldom), and no crumbs among the rest.
          groups: [
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "shell", tags: ["$initial"], priority: 2 },
            // In one piece: chunks of shared crumbs that need one another's schemas while they are evaluated cannot start.
            { name: "contract", test: /[\\/]contract[\\/]src[\\/]/, minShareCount: 2, priority: 1.5 },
            // Fields for numbers, and what they are built on: in one piece, for the same reason.
            {
              name: "numbers",
              test: /[\\/]number-field[\\/]|(?:number|quota)-input/,
              minShareCount: 2,
              priority: 1.2,
            },
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { exclude: ["sonner"] },
  server: { port: 5173, proxy: { "/api": backend, "/v1": backend, "/pg": backend } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    // For a machine that has much else to do: a test still ends as soon as it can.
    testTimeout: 20_000,
    // One test reads the theme's text; nothing else needs styles.
    css: { include: [/theme\.css\?raw$/] },
  },
});
