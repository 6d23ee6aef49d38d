import { expect, it } from 'vitest';
import { eventsOf } from './stream.ts';

it('reads events however the line cuts them', async () => {
  const parts = ['event: vi', 'ew\ndata: 1', '2\n\ndata: [{"a"', ':1}]\n\ndata: left'];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const events = [];
  for await (const event of eventsOf({ body: body as ReadableStream<Uint8Array<ArrayBuffer>> })) events.push(event);
  expect(events).toEqual([
    { name: 'view', data: '12' },
    { name: 'message', data: '[{"a":1}]' },
  ]);
});
