import type { View } from '../html/layout.ts';

type Crumbs = NonNullable<View['crumbs']>;

/** The breadcrumbs of a page below that of an invoice. */
export const invoiceCrumbs = ({ id, number }: { id: string; number: string }): Crumbs => [
  ['Invoices', '/invoices'],
  [number, `/invoices/${id}`],
];

/** The breadcrumbs of a page below a tab of a project. */
export const projectCrumbs = ({ id, name }: { id: string; name: string }, tab: string): Crumbs => [
  ['Projects', '/projects'],
  [name, `/projects/${id}?tab=${tab}`],
];
