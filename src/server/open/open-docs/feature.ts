import type { FastifyInstance } from 'fastify';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import start from '../../../../docs/integrating/README.md?raw';
import callScript from '../../../../docs/integrating/call.sh?raw';
import captures from '../../../../docs/integrating/captures.md?raw';
import errors from '../../../../docs/integrating/errors.md?raw';
import events from '../../../../docs/integrating/events.md?raw';
import formats from '../../../../docs/integrating/formats.md?raw';
import goingLive from '../../../../docs/integrating/going-live.md?raw';
import inputs from '../../../../docs/integrating/inputs.md?raw';
import marks from '../../../../docs/integrating/marks.md?raw';
import pythonSigner from '../../../../docs/integrating/sign.py?raw';
import shellSigner from '../../../../docs/integrating/sign.sh?raw';
import vectors from '../../../../docs/integrating/signing-vectors.json?raw';
import signing from '../../../../docs/integrating/signing.md?raw';
import pythonVerifier from '../../../../docs/integrating/verify-webhook.py?raw';
import type { Config } from '../../platform/runtime/config.ts';
import { publicBaseOf } from '../../platform/runtime/public-address.ts';
import { docsPath, renderMarkdown } from './markdown.ts';
import { chapters, pageOf } from './page.ts';
import { renderReference } from './reference.ts';

interface OpenDocsDeps {
  readonly config: Config;
  readonly clientRoot: string | null;
}

/** `/open/docs`: the public guide for integrators of the open API, with a reference of this server's calls. */
export function openDocs({ config, clientRoot }: OpenDocsDeps) {
  return {
    async register(app: FastifyInstance) {
      await mountPages(app, { sandboxNotice: config.office.sandboxNotice, base: publicBaseOf(config) });
      mountClient(app, clientRoot);
    },
  };
}

interface Office {
  readonly sandboxNotice: string | null;
  /** The address of this server, inserted into the pages so that examples can be copied as they are. */
  readonly base: string;
}

async function mountPages(app: FastifyInstance, { sandboxNotice, base }: Office): Promise<void> {
  const here = (text: string): string => text.replaceAll(exampleBase, base);
  for (const [name, title] of chapters) {
    const path = name === '' ? docsPath : `${docsPath}/${name}`;
    // Rendered on first use, because most servers are never asked.
    let page: string | undefined;
    app.get(path, publicRead, async (_request, reply) => {
      const content = () => (name === 'calls' ? renderReference() : renderMarkdown(here(markdownPages[name] ?? '')));
      page ??= pageOf({ title, path, sandboxNotice }, content());
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

/** The newest packed client in a folder; null if there is none. */
async function openPackedClient(folder: string): Promise<{ readonly stream: Readable; readonly sizeBytes: number } | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^notary-client-\d+\.\d+\.\d+[\w.-]*\.tgz$/.test(name));
  const found = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const newest = found.toSorted((one, other) => other.at - one.at)[0];
  if (!newest) return null;
  const file = await open(join(folder, newest.name));
  return { stream: file.createReadStream(), sizeBytes: (await file.stat()).size };
}

/** The pages of `docs/integrating`, as of the build. */
const markdownPages: Readonly<Record<string, string>> = {
  '': start,
  signing,
  events,
  marks,
  captures,
  inputs,
  errors,
  formats,
  'going-live': goingLive,
};

/** Files that the pages refer to, for readers without the sources. */
const files: Readonly<Record<string, string>> = {
  'call.sh': callScript,
  'sign.sh': shellSigner,
  'sign.py': pythonSigner,
  'verify-webhook.py': pythonVerifier,
  'signing-vectors.json': vectors,
};
