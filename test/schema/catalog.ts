import type { Pool } from 'pg';

/** The schema of a migrated database from its catalog, in the same words on every supported version of PostgreSQL. */
export interface Catalog {
  readonly tables: readonly CatalogTable[];
  readonly functions: readonly CatalogFunction[];
}

export interface CatalogTable {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly CatalogColumn[];
  readonly checks: readonly { readonly name: string; readonly definition: string }[];
  /** Primary key, unique constraints and foreign keys, as SQL. */
  readonly keys: readonly string[];
  readonly indexes: readonly string[];
  readonly triggers: readonly CatalogTrigger[];
}

export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** The expression of a generated column, or empty. */
  readonly generated: string;
  /** The default's expression, or empty. */
  readonly fallback: string;
  readonly identity: '' | 'always' | 'by default';
  /** A trigger before each insert sets its value. */
  readonly isByTrigger: boolean;
  readonly comment: string;
}

export interface CatalogTrigger {
  readonly name: string;
  /** `before update or delete, each row` */
  readonly when: string;
  readonly calls: string;
}

export interface CatalogFunction {
  readonly name: string;
  readonly parameters: string;
  readonly returns: string;
  readonly comment: string;
  readonly body: string;
}

export async function readCatalog(pool: Pool): Promise<Catalog> {
  const [tables, functions] = await Promise.all([pool.query<CatalogTable>(tablesSql), pool.query<CatalogFunction>(functionsSql)]);
  return { tables: tables.rows.map((table) => ({ ...table, columns: withTriggers(table, functions.rows) })), functions: functions.rows };
}

function withTriggers({ columns, triggers }: CatalogTable, functions: readonly CatalogFunction[]): CatalogColumn[] {
  const calls = triggers.filter(({ when }) => when.startsWith('before insert')).map(({ calls: name }) => name);
  const bodies = functions.filter(({ name }) => calls.includes(name)).map(({ body }) => body);
  return columns.map((column) => ({ ...column, isByTrigger: bodies.some((body) => body.includes(`new.${column.name} :=`)) }));
}

const tablesSql = `
select c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment,
  (select json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
      'generated', case when a.attgenerated = 's' then pg_get_expr(d.adbin, d.adrelid) else '' end,
      'fallback', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), '') else '' end,
      'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' else '' end,
      'comment', coalesce(col_description(c.oid, a.attnum), '')) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  coalesce((select json_agg(json_build_object('name', k.conname,
      'definition', regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', '')) order by k.conname collate "C")
    from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks,
  coalesce((select json_agg(pg_get_constraintdef(k.oid) order by position(k.contype::text in 'puf'), k.conname collate "C")
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f')), '[]') as keys,
  coalesce((select json_agg(pg_get_indexdef(i.indexrelid) order by x.relname collate "C")
    from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid), '[]') as indexes,
  coalesce((select json_agg(json_build_object(
      'name', t.tgname,
      'when', lower(substring(pg_get_triggerdef(t.oid) from '(AFTER|BEFORE) ')) || ' ' || array_to_string(array_remove(array[
        case when t.tgtype & 4 > 0 then 'insert' end,
        case when t.tgtype & 16 > 0 then 'update' ||
          coalesce(' of ' || (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any (t.tgattr)), '') end,
        case when t.tgtype & 8 > 0 then 'delete' end,
        case when t.tgtype & 32 > 0 then 'truncate' end], null), ' or ') || case when t.tgtype & 1 > 0 then ', each row' else '' end,
      'calls', f.proname) order by t.tgname collate "C")
    from pg_trigger t join pg_proc f on f.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`;

const functionsSql = `
select p.proname as name, pg_get_function_arguments(p.oid) as parameters, pg_get_function_result(p.oid) as returns,
  coalesce(obj_description(p.oid, 'pg_proc'), '') as comment, p.prosrc as body
from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.proname collate "C"`;
