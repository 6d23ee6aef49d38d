// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated } from 'kysely';

export interface ListsTables {
  /** How many rows of a list hold each value of a facet: altogether, by month and by day in Shanghai. */
  list_count: {
    list: string;
    facet: string;
    level: string;
    bucket: ColumnType<Date, string, string>;
    n: string;
    s1: Generated<string>;
    s2: Generated<string>;
  };
  /** Changes of list_count that are not moved into it yet. */
  list_count_delta: {
    list: string;
    facet: string;
    day: ColumnType<Date, string, string>;
    n: string;
    s1: Generated<string>;
    s2: Generated<string>;
  };
  /** What is counted of which table: the lists whose triggers keep counters. */
  list_declared: {
    list: string;
    source: string;
    time_column: string;
    facets: string[];
    term_facet: string | null;
    term_columns: string[] | null;
    term_function: Generated<string>;
    sum_columns: Generated<string[]>;
  };
  /** How many rows of a list hold each piece that keywords are looked for by. */
  list_term: {
    list: string;
    term: string;
    n: string;
    s1: Generated<string>;
    s2: Generated<string>;
  };
  /** Changes of list_term that are not moved into it yet: of one statement, a thousand pieces a row, so that many pieces cost one row. */
  list_term_delta: {
    list: string;
    terms: string[];
    n: string[];
    s1: string[] | null;
    s2: string[] | null;
  };
}
