import { appPlatform, type AppPlatform } from '../../../domain/business/codes/releases.ts';
import { listSource } from '../../kit/list/list-source.ts';

const sourceOf = (platform: AppPlatform) => listSource('/api/version/getList', { type: appPlatform.code(platform) }, []);

export const androidSource = sourceOf('android');
export const iosSource = sourceOf('ios');
