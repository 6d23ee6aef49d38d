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

/** `/open/docs`: the public guide for integrators of the open API, with a reference of this server's calls. */
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
  /** The address of this server, inserted into the pages so that examples can be copied as they are. */
  readonly base: string;
}

async function mountPages(app: FastifyInstance, { mark, base }: Office): Promise<void> {
  const here = (text: string): string => text.replaceAll(exampleBase, base);
  for (const [name, title] of chapters) {
    const path = name === '' ? docsPath : `${docsPath}/${name}`;
    // Rendered on first use, because most servers are never asked.
    let page: string | undefined;
    app.get(path, publicRead, async (_request, reply) => {
      const content = () => (name === 'calls' ? renderReference() : renderMarkdown(here(markdownPages[name] ?? '')));
      page ??= pageOf({ title, path, mark }, content());
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    });
  }
  for (const [name, text] of Object.entries(files))
    app.get(`${docsPath}/${name}`, publicRead, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}

/** The packed client for download, if the office has built it. */
function mountClient(app: FastifyInstance, clientRoot: string | null): void {
  app.get(`${docsPath}/notary-client.tgz`, publicRead, async (_request, reply) => {
    const found = clientRoot === null ? null : await openPackedClient(clientRoot);
    if (found) return reply.type('application/gzip').header('content-length', String(found.sizeBytes)).send(found.stream);
    return reply.status(404).type('text/plain; charset=utf-8').send('公证处尚未在此提供客户端的压缩包，请向公证处索取。\n');
  });
}

const publicRead = { exposeHeadRoute: true } as const;
/** The placeholder address in the source pages. */
const exampleBase = 'https://notary.example';
