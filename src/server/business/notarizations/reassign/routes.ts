import type { reassignCalls } from '../../../../contract/console/reassign.ts';
import { scopeOf } from '../../../desk/acceptors/scope.ts';
import { ableAcceptors } from '../../../desk/acceptors/store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { eachRow } from '../../../platform/http/each-row.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { operatorActor } from '../../../desk/trail/trail.ts';
import { reassignApplication, refuseUnable } from './reassign.ts';

/** Listing acceptors, and reassigning applications. An operator with node 37 can reassign only their own. */
export function reassignRoutes({ db }: { readonly db: Database }): Handlers<typeof reassignCalls> {
  return {
    async acceptorList() {
      return { list: [...(await ableAcceptors(db))] };
    },

    async reassign({ orderIds, acceptor: acceptorId, was }, { operator, ip }) {
      await refuseUnable(db, acceptorId);
      const [scope, actor] = [scopeOf(operator), operatorActor(operator, ip)];
      return { results: await eachRow(orderIds, (id, at) => reassignApplication(db, { id, acceptorId, was: was?.[at] }, scope, actor)) };
    },
  };
}
