import { fileHistoryRoutes, type FileHistoryDeps } from './routes.ts';

/** The history of who received a file. */
export function fileHistory(deps: FileHistoryDeps) {
  return { routes: fileHistoryRoutes(deps) };
}
