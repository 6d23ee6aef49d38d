import type { todoCalls } from '../../../contract/console/todo.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Deps } from '../deps.ts';
import { permitted } from '../work.ts';

/** Numbers beside the menu. */
export function todo(deps: Pick<Deps, 'work'>) {
  return {
    routes: todoRoutes(deps),
  };
}

function todoRoutes({ work }: Pick<Deps, 'work'>): Handlers<typeof todoCalls> {
  return {
    async getTodoCounts(_input, { operator }) {
      const counted = await Promise.all(
        permitted(work().waiting, operator).map(async ({ node, label, url, count }) => ({
          node,
          label,
          url,
          count: await count(operator),
        })),
      );
      const nodes = [...new Set(counted.map(({ node }) => node))];
      return {
        list: nodes.map((node) => {
          const items = counted.filter((one) => one.node === node).map(({ label, count, url }) => ({ label, count, url }));
          return { id: String(node), count: items.reduce((sum, item) => sum + item.count, 0), items };
        }),
      };
    },
  };
}
