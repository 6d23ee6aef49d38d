import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { themeCss } from './src/console/app/theme.ts';

/** Builds the console: hashed assets with compressed copies beside them, one page for every address. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), themeInHead(), reactPreloaded(), compressedCopies()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: ['chrome109', 'edge109', 'firefox115', 'safari16'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});

/** The theme's variables stand in the page itself: the skeleton has its colours before anything else arrives. */
function themeInHead(): Plugin {
  return { name: 'theme-in-head', transformIndexHtml: (html) => html.replace('<!-- theme -->', `<style>${themeCss()}</style>`) };
}

/** Login and console both need React, the entry does not: the page asks for it at once, while the entry decides which of the two comes. */
function reactPreloaded(): Plugin {
  return {
    name: 'react-preloaded',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/react-dom/')));
        return chunks.map((chunk) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }, injectTo: 'head' }));
      },
    },
  };
}

/** `.br` and `.gz` beside each text file; the server hands them out as they are. */
function compressedCopies(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(?:js|css|html|svg|json)$/.test(name));
      for (const name of names) {
        const path = join(dir, name);
        const bytes = await readFile(path);
        if (bytes.length < 256) continue; // would not gain a packet
        await writeFile(`${path}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        await writeFile(`${path}.gz`, await gz(bytes, { level: 9 }));
      }
    },
  };
}
