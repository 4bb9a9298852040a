import { intake } from './intake.ts';
import { invoices } from './invoices.ts';
import { notes } from './notes.ts';
import { revisions } from './revisions.ts';
import { scope } from './scope.ts';
import { summary } from './summary.ts';
import type { Tab } from './tab.ts';
import { time } from './time.ts';

/** The tabs of a project's page, in order. The first is the default. */
export const projectTabs: readonly Tab[] = [summary, scope, time, invoices, revisions, notes, intake];
