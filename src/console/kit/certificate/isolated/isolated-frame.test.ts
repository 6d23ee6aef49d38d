import { expect, it } from 'vitest';
import { kindOf } from './isolated-content.tsx';
import { frameOf } from './isolated-frame.ts';

const shown = { title: '现场"照片', url: 'https://notary.example/files/t/x.png', text: '<script>parent.document.title = 1</script>' };

it('a page of evidence gets no scripts, no origin and nothing to load from', () => {
  const { document, sandbox } = frameOf('html', shown);
  expect(sandbox).toBe('');
  expect(document).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
  expect(document).not.toMatch(/https?:|'self'|script-src/);
});

it('a text stays a text', () => {
  const { document, sandbox } = frameOf('text', shown);
  expect(sandbox).toBe('');
  expect(document).toContain('<pre>&lt;script>parent');
});

it.each(['image', 'audio', 'video'] as const)('%s stands in a document of ours without scripts, its name escaped', (kind) => {
  const { document, sandbox } = frameOf(kind, shown);
  expect(sandbox).not.toContain('scripts');
  expect(document).toContain('"现场&quot;照片"');
  expect(document).toContain("default-src 'none'");
});

it.each([
  ['text/html', 10, '', '<p>', 'html'],
  ['text/html', 9_000_000, '/files/x', '', 'page'],
  ['text/html', 90_000_000, '/files/x', '', 'none'],
  ['text/plain', 10, '/files/x', '', 'text'],
  ['text/plain', 9_000_000, '/files/x', '', 'address'],
  ['application/pdf', 10, '/files/x', '', 'pdf'],
  ['application/pdf', 67_108_865, '/files/x', '', 'none'],
  ['image/svg+xml', 10, '/files/x', '', 'image'],
  ['video/webm', 10, '/files/x', '', 'video'],
  ['audio/wav', 10, '', '', 'none'],
  ['application/zip', 10, '/files/x', '', 'none'],
])('%s of %i bytes is shown as it should be', (mediaType, sizeBytes, url, html, kind) => {
  expect(kindOf(mediaType, sizeBytes, url, html)).toBe(kind);
});
