import { contradictions } from './check.ts';

/** Numbers that must start at 1 in each group and have no gaps or repetitions. */
const countingUp = (table: string, group: string, number: string) =>
  contradictions(
    `select ${group}, count(*), min(${number}), max(${number}), array_agg(${number} order by ${number}) as numbers
     from corkboard.${table} group by ${group}
     having min(${number}) <> 1 or max(${number}) <> count(*) or count(distinct ${number}) <> count(*)`,
  );

export const invoiceNumbersHaveNoGapAndNoRepeat = countingUp('invoices', 'workspace_id, kind', 'sequence');
export const roundsHaveNoGapAndNoRepeat = countingUp('revisions', 'workspace_id, project_id', 'round_number');
