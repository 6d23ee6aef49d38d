import { appPlatform, type AppPlatform } from '../../../domain/business/codes/releases.ts';

/** The tab of a platform: `/app/version/Android`. */
export function versionsPath(platform: AppPlatform): string {
  return `/app/version/${appPlatform.label(platform)}`;
}

export function detailPath(id: string): string {
  return `/app/details/${id}`;
}
