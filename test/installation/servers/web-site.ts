import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll } from 'vitest';
import { picture } from '../intake.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export interface WebSite {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  /** Paths requested by GET, in order. */
  readonly asked: string[];
  /** Sets the answer of a path from now on. */
  on(path: string, answer: Answer | string): void;
}

/** A web site on loopback for one test file, with a page that has everything a capture must support. */
export function webSite(): WebSite {
  const answers = new Map<string, Answer>();
  const site = {
    origin: '',
    asked: [] as string[],
    on: (path: string, answer: Answer | string) => void answers.set(path, typeof answer === 'string' ? page(answer) : answer),
  };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (request.method === 'GET') site.asked.push(path);
      (answers.get(path) ?? notFound)(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    site.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  answers.set('/go', (_request, response) => response.writeHead(302, { location: '/full' }).end());
  answers.set('/full', page(fullPage));
  answers.set('/frame', page('<p>框架里的文字</p><img src="/frame.png">'));
  for (const [path, colour] of [
    ['/lazy.png', 'rgb(200, 30, 30)'],
    ['/frame.png', 'rgb(30, 30, 200)'],
  ] as const) {
    answers.set(path, (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(picture(colour)));
  }
  answers.set('/file', (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="a.zip"' }).end('PK'),
  );
  answers.set('/popup', page('popup'));
  return site;
}

/** An HTML page with the title 测试. */
export function page(body: string, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(`<!doctype html><html><head><title>测试</title></head><body>${body}</body></html>`);
}

function notFound(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
}

const fullPage = `<h1>证据页面</h1><p id="now">原文</p><iframe src="/frame" width="300" height="100"></iframe>
<div style="height: 3000px">很长的一页</div><img src="/lazy.png" loading="lazy" width="60" height="40"><a
  id="download" href="/file" download>下载</a>
<script>
  document.querySelector('#now').textContent = '脚本改过的文字';
  document.querySelector('#download').click();
  window.open('/popup');
  alert('你好');
  navigator.geolocation.getCurrentPosition(() => {}, () => {});
  new WebSocket('ws://' + location.host + '/socket');
  document.title = 'undefined 标题';
  nonsense();
</script>`;
