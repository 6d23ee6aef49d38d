import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { panelObjectOf, type PanelObject } from '../../../domain/business/trail/panel-object.ts';
import { refused, tokenOf } from '../../../contract/wire.ts';
import type { Database } from '../../platform/db/database.ts';
import { onDraining } from '../../platform/http/drain.ts';
import { requireTotp, type Guard } from '../../platform/http/guard.ts';
import { onClosed } from '../../platform/runtime/on-closed.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { UnreadWatch } from '../messages/watch-unread.ts';
import type { References } from '../references/reference.ts';
import { endView, insertView, renewView, viewSeconds } from './store.ts';
import type { ActiveViews } from './active-views.ts';
import type { PresenceWatch } from './watch.ts';

export interface StreamDeps {
  readonly db: Database;
  readonly guard: Guard;
  readonly references: () => References;
  readonly watch: PresenceWatch;
  readonly views: ActiveViews;
  readonly unread: UnreadWatch;
}

/**
 * `GET /events/presence?object=application/12` streams who is viewing an object, as server-sent events, to operators who may open it. The
 * caller counts as present as long as their window sends heartbeats to `POST /events/presence/<view>`. Each stream also carries the state
 * of the caller's unread messages (event `unread`); a window without an object leaves out `object` and gets nothing else. A stream ends
 * after two minutes; the next one authenticates again. Neither call keeps a session alive. An operator has at most four streams per server:
 * a fifth ends the oldest, whose window polls from then on (event `crowded`).
 */
export async function presenceStream(app: FastifyInstance, deps: StreamDeps): Promise<void> {
  const open = new Set<OpenStream>();
  const endAll = (): void => {
    for (const { raw } of open) raw.end();
  };
  onDraining(app, endAll);
  app.addHook('preClose', async () => {
    deps.watch.close();
    deps.unread.close();
    endAll();
  });

  app.get(
    '/events/presence',
    { config: { isFrequent: true } },
    async (request: FastifyRequest<{ Querystring: { object?: string } }>, reply) => {
      const admitted = await admit(deps, request).catch((error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      });
      if (admitted instanceof Refusal) return reply.send(refused(admitted.kind, { msg: admitted.message }));
      const { object, operator } = admitted;
      const { accountId, realname } = operator;
      const view = object && { viewId: randomUUID(), object };
      if (view) await insertView(deps.db, { ...view, accountId, operator: realname });
      reply.hijack();
      endOldest(open, accountId);
      stream(deps, { accountId, view }, reply, open);
      // The window reconnects after a while, to another server.
      if (app.draining.aborted) reply.raw.end();
      return reply;
    },
  );

  app.post(
    '/events/presence/:view',
    { config: { isFrequent: true } },
    async (request: FastifyRequest<{ Params: { view: string } }>, reply) => {
      const { view } = request.params;
      const isThere = deps.views.heartbeat(view) || (await renewView(deps.db, view));
      return reply.code(isThere ? 204 : 410).send();
    },
  );
}

async function admit(
  { guard, references }: StreamDeps,
  request: FastifyRequest<{ Querystring: { object?: string } }>,
): Promise<{ object: PanelObject | undefined; operator: Operator }> {
  const operator = await guard.identify(tokenOf(request.headers.authorization), true);
  requireTotp({}, operator);
  if (request.query.object === undefined) return { object: undefined, operator };
  const object = panelObjectOf(String(request.query.object));
  if (!object) throw new Refusal('rule', '对象无效');
  await references().open(operator, object);
  return { object, operator };
}

interface OpenStream {
  readonly accountId: string;
  readonly raw: FastifyReply['raw'];
}

/** Ends an operator's oldest streams, so that one more fits the limit. */
function endOldest(open: ReadonlySet<OpenStream>, accountId: string): void {
  // A set iterates in insertion order, so the oldest come first.
  const own = [...open].filter((one) => one.accountId === accountId && !one.raw.writableEnded);
  for (const { raw } of own.slice(0, Math.max(0, own.length - streamsMax + 1))) raw.end('event: crowded\ndata: \n\n');
}

interface Subscriber {
  readonly accountId: string;
  readonly view: { readonly viewId: string; readonly object: PanelObject } | undefined;
}

function stream(deps: StreamDeps, { accountId, view }: Subscriber, reply: FastifyReply, open: Set<OpenStream>): void {
  const { raw } = reply;
  const own = { accountId, raw };
  open.add(own);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close', // an idle connection after the stream would delay the server's stop
    'x-content-type-options': 'nosniff',
  });
  // Said at once, so that the window knows that nothing holds the stream back.
  raw.write('event: open\ndata: \n\n');
  const leave = view && streamView(deps, view, raw);
  const stop = deps.unread.watch(accountId, (unread) => raw.write(`event: unread\ndata: ${JSON.stringify(unread)}\n\n`));
  const timer = setTimeout(() => raw.end(), viewSeconds * 1000);
  onClosed(reply, () => {
    clearTimeout(timer);
    stop();
    open.delete(own);
    leave?.();
  });
}

/** Streams who is viewing the object, the window itself included. @returns the function that ends its view. */
function streamView(
  { db, watch, views }: StreamDeps,
  { viewId, object }: NonNullable<Subscriber['view']>,
  raw: FastifyReply['raw'],
): () => void {
  views.add(viewId);
  raw.write(`event: view\ndata: ${viewId}\n\n`);
  const stop = watch.watch(object, (present) => raw.write(`data: ${JSON.stringify(present)}\n\n`));
  return () => {
    stop();
    views.drop(viewId);
    void endView(db, viewId, goneSeconds).then(watch.changed, () => undefined); // else it ends with its lease
  };
}

/** Browsers open six connections per server over HTTP/1.1. Each stream occupies one, and calls need the rest. */
const streamsMax = 4;
/** A window that reconnects takes up its presence again within this time. */
const goneSeconds = 2;
