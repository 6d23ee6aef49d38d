import { fileHistoryRoutes, type FileHistoryDeps } from './routes.ts';

/** Who has a file. */
export function fileHistory(deps: FileHistoryDeps) {
  return { routes: fileHistoryRoutes(deps) };
}
