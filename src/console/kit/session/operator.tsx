import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { superRoleId, type Permission } from '../../../domain/business/access/access.ts';
import { get, post } from '../net/call.ts';
import { errorToShow } from '../net/verdict.ts';
import { menuGroups, type MenuGroup } from './menu.ts';
import { operatorChanged } from './operator-changed.ts';

/** The signed-in operator: identity, menu and permissions. */
export interface Operator {
  readonly uid: string;
  readonly realname: string;
  /** Whether they are an administrator (role 1). */
  readonly isSuper: boolean;
  readonly groups: readonly MenuGroup[];
  /** A one-time password must be set up before anything else works. */
  readonly mustSetUpTotp: boolean;
  /** Another operator set the password: decisions that need two people are refused until it is changed. */
  readonly mustChangePassword: boolean;
  /** Address of a chain explorer; `{hash}` stands for a transaction's hash. */
  readonly explorerUrl: string;
  /** The office's name on certificates. */
  readonly officeName: string;
  /** Address where certificates are verified; `{number}` stands for the evidence number. */
  readonly verifyUrl: string;
  /** Key that encrypts the operator's stored drafts. */
  readonly draftKey: string;
  /** Text of the watermark on every page, without its date; empty for none. */
  readonly watermark: string;
  can(...anyOf: readonly Permission[]): boolean;
}

const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext.Provider;

export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (!operator) throw new Error('useOperator outside the frame');
  return operator;
}

/** Fetches menu and operator; again when the window regains the focus, so that a changed role shows without a new login. */
export function useLoadOperator() {
  const menu = useQuery({
    queryKey: ['menu'],
    queryFn: ({ signal }) => post('/api/member/getMenu', {}, { signal, quiet: true }),
    staleTime: 60_000,
  });
  const info = useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => get('/api/User/getAdminInfo', {}, { signal, quiet: true }),
    staleTime: 60_000,
  });
  const cache = useQueryClient();
  useEffect(
    () => operatorChanged.subscribe(() => void cache.invalidateQueries({ queryKey: ['operator'] }, { cancelRefetch: false })),
    [cache],
  );
  const held = new Set<string>(info.data?.permissions);
  const operator: Operator | undefined =
    menu.data && info.data
      ? {
          uid: info.data.uid,
          realname: info.data.realname,
          isSuper: info.data.role_id === String(superRoleId),
          groups: menuGroups(menu.data),
          mustSetUpTotp: info.data.mustSetUpTotp === 1,
          mustChangePassword: info.data.mustChangePassword === 1,
          explorerUrl: info.data.explorer_url,
          officeName: info.data.office_name,
          verifyUrl: info.data.verify_url,
          draftKey: info.data.draft_key,
          watermark: info.data.watermark,
          can: (...anyOf) => anyOf.some((permission) => held.has(permission)),
        }
      : undefined;
  return {
    operator,
    error: errorToShow(menu.error ?? info.error),
    retry: () => {
      void menu.refetch();
      void info.refetch();
    },
  };
}
