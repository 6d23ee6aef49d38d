import type { FastifyInstance } from 'fastify';
import { previewPlacesPath, type PreviewPlacesReply } from '../../../../contract/console/preview.ts';
import type { Config } from '../../runtime/config.ts';

/** Tells the open mobile pages from which origins they may load files. The content security policy allows the same ones. */
export function previewPlacesRoute(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'previewSwap'>): void {
  const reply: PreviewPlacesReply = {
    own: config.publicUrl === undefined ? [] : [new URL(config.publicUrl).origin],
    swap: config.previewSwap,
  };
  app.get(previewPlacesPath, async () => reply);
}

/** Origins from which pages may load pictures and media, besides the page's own. */
export function previewOrigins({ publicUrl, previewSwap }: Pick<Config, 'publicUrl' | 'previewSwap'>): string[] {
  return [...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]), ...(previewSwap ? [previewSwap.toOrigin] : [])];
}
