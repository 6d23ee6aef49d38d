import type { FastifyInstance } from 'fastify';
import type { Config } from '../runtime/config.ts';
import { publicBaseOf } from '../runtime/public-address.ts';
import { docsPath, renderMarkdown } from './markdown.ts';
import { chapters, pageOf } from './page.ts';
import { openPackedClient } from './packed-client.ts';
import { files, markdownPages } from './pages.ts';
import { renderReference } from './reference.ts';

interface OpenDocsDeps {
  readonly config: Config;
  readonly clientRoot: string | null;
}

/** `/open/docs`: the guide of those who build on the open API, with the reference of this server's own calls. Open to everybody. */
export function openDocs({ config, clientRoot }: OpenDocsDeps) {
  return {
    async register(app: FastifyInstance) {
      await mountPages(app, { mark: config.office.mark, base: publicBaseOf(config) });
      mountClient(app, clientRoot);
    },
  };
}

interface Office {
  readonly mark: string | null;
  /** Where this server is reached: what the pages show can be typed as it stands. */
  readonly base: string;
}

async function mountPages(app: FastifyInstance, { mark, base }: Office): Promise<void> {
  const here = (text: string): string => text.replaceAll(exampleBase, base);
  for (const [name, title] of chapters) {
    const path = name === '' ? docsPath : `${docsPath}/${name}`;
    // Made by the first reader: few servers are ever asked.
    let page: string | undefined;
    app.get(path, async (_request, reply) => {
      const content = () => (name === 'calls' ? renderReference() : renderMarkdown(here(markdownPages[name] ?? '')));
      page ??= pageOf({ title, path, mark }, content());
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    });
  }
  for (const [name, text] of Object.entries(files))
    app.get(`${docsPath}/${name}`, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}

/** The client for download, where the office has built it. */
function mountClient(app: FastifyInstance, clientRoot: string | null): void {
  app.get(`${docsPath}/notary-client.tgz`, async (_request, reply) => {
    const found = clientRoot === null ? null : await openPackedClient(clientRoot);
    if (found) return reply.type('application/gzip').header('content-length', String(found.sizeBytes)).send(found.stream);
    return reply.status(404).type('text/plain; charset=utf-8').send('公证处尚未在此提供客户端的压缩包，请向公证处索取。\n');
  });
}

/** In the pages, for whoever reads them in the sources. */
const exampleBase = 'https://notary.example';
