import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { callSpecs } from './src/client/contract/call-spec.ts';
import { openOperations } from './src/server/open/signed/document.ts';
import { callDeclarations } from './src/client/generate/declarations.ts';
import { bundledLicences, packageManifest } from './src/client/generate/package-files.ts';

/**
 * Bundles the client and the command `notary` into `dist/client/package`, with no dependency but Node. The table of calls and their types
 * are generated here from the contract.
 */
export default defineConfig({
  publicDir: false,
  plugins: [fromContract()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist/client/package',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { index: 'src/client/index.ts', notary: 'src/client/command/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});

/** Replaces the module that derives the table of calls by the table, and writes the other files of the package. */
function fromContract(): Plugin {
  const operations = openOperations();
  return {
    name: 'client from the contract',
    load(id) {
      if (!id.endsWith('/src/client/contract/call-table.ts')) return null;
      return `export const callTable = ${JSON.stringify(callSpecs(operations))};`;
    },
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the bundle has no folder');
      const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const files = {
        'package.json': packageManifest(version),
        'README.md': readFileSync('src/client/README.md', 'utf8'),
        'LICENCES.txt': bundledLicences(modules),
        'types/client/contract/calls.d.ts': callDeclarations(operations),
      };
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(dir, name, '..'), { recursive: true });
        writeFileSync(join(dir, name), text);
      }
    },
  };
}
