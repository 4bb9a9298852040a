import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { check } from '../../admission/check.ts';
import { type QueryReader, queryReader } from '../../http/query.ts';
import type { Read } from '../../operations/define.ts';
import { askedPage } from '../../records/page.ts';

/**
 * Makes the query of a list from the address of its page, by the parameters that the operation takes. A form sends along
 * what was left blank: that is as if left out. Throws validation.
 */
export function listedBy(operation: Read): (search: URLSearchParams) => FragmentSqlToken {
  const given = readerOf(queryReader(operation.input));
  return search => operation.does(check(operation.input, given(search)));
}

const readerOf = (read: QueryReader) => (search: URLSearchParams) =>
  read(String(new URLSearchParams([...search].filter(([, text]) => text.trim() !== ''))));

const OnlyPage = z.strictObject({ page: askedPage });
const onlyPage = readerOf(queryReader(OnlyPage));

/** Which page of a list is asked for, where no operation lists it. Throws validation. */
export const pageAsked = (search: URLSearchParams): number => check(OnlyPage, onlyPage(search)).page;
