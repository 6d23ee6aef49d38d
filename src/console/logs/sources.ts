import { loginLogType } from '../../domain/codes.ts';
import { listSource } from '../kit/list-source.ts';

export const userLogSource = listSource('/api/LoginLog/getList', { type: loginLogType.code('user') }, []);
export const adminLogSource = listSource('/api/LoginLog/getList', { type: loginLogType.code('admin') }, []);
