import { rareWord } from './seed/words.ts';

/** A first page to measure. */
export interface List {
  path: string;
  /** The SQL of the rows that the exact total counts: the table, and a condition on its rows in the workspace. */
  table: 'clients' | 'projects' | 'invoices';
  where: string;
}

const clients = (query: string, where = 'true'): List => ({
  path: `/clients${query}`,
  table: 'clients',
  where: `trashed_at is null and ${where}`,
});
const search = (text: string) =>
  clients(
    `?search=${encodeURIComponent(text)}`,
    `strpos(search_text, corkboard.normalize_for_search('${text}')) > 0`,
  );
const projects = (query: string, where: string): List => ({
  path: `/projects${query}`,
  table: 'projects',
  where: `trashed_at is null and ${where}`,
});
const invoices = (query: string, where: string): List => ({
  path: `/invoices${query}`,
  table: 'invoices',
  where,
});

/** Every list, without a filter and with each filter, for common and rare values. Goal: the same time at every size. */
export const pages = (busyProject: string): List[] => [
  clients(''),
  projects('', `status <> 'archived'`),
  projects('?include_archived=true', 'true'),
  projects('?status=active', `status = 'active'`),
  projects('?status=paused', `status = 'paused'`),
  projects('?status=archived', `status = 'archived'`),
  projects('?stage=active', `stage = 'active' and status <> 'archived'`),
  projects('?stage=lead', `stage = 'lead' and status <> 'archived'`),
  invoices('', 'true'),
  invoices('?status=PAID', `status = 'PAID'`),
  invoices('?status=VOID', `status = 'VOID'`),
  invoices('?kind=invoice', `kind = 'invoice'`),
  invoices('?kind=estimate', `kind = 'estimate'`),
  invoices(`?project_id=${busyProject}`, `project_id = '${busyProject}'`),
  invoices('?overdue=true', `kind = 'invoice' and status = 'SENT' and due_date < corkboard.utc_today()`),
];

/** Searches: a rare word, common ones, fragments too short for trigrams, other alphabets in another case. Goal: 20 ms. */
export const searches: List[] = [
  rareWord.toLowerCase(),
  'studio',
  'anna',
  'jö',
  'an',
  'q',
  'e',
  'ПЕТРОВ',
  'παπαδ',
].map(search);
