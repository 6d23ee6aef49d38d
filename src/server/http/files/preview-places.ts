import type { FastifyInstance } from 'fastify';
import { previewPlacesPath, type PreviewPlacesReply } from '../../../contract/console/preview.ts';
import type { Config } from '../../runtime/config.ts';

/** Tells the open mobile pages where they may take files from; the same origins stand in the content security policy. */
export function previewPlacesRoute(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'previewSwap'>): void {
  const reply: PreviewPlacesReply = {
    own: config.publicUrl === undefined ? [] : [new URL(config.publicUrl).origin],
    swap: config.previewSwap,
  };
  app.get(previewPlacesPath, async () => reply);
}

/** Origins beside this server's own that pictures and media may come from. */
export function previewOrigins({ publicUrl, previewSwap }: Pick<Config, 'publicUrl' | 'previewSwap'>): string[] {
  return [...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]), ...(previewSwap ? [previewSwap.toOrigin] : [])];
}
