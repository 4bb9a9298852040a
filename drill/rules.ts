import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** An alert rule of Prometheus. */
interface Rule {
  alert: string;
  expr: string;
  for?: string;
}

interface Rules {
  groups: { name: string; rules: Rule[] }[];
}

const file = join(import.meta.dirname, '../ops/alerts.yml');

const read = (): Rules => parse(readFileSync(file, 'utf8'));

/** The names of all alerts that are shipped. */
export const alertNames = (): string[] =>
  read().groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

/** Ages of a minute or more are this many times shorter in a drill. */
const faster = 30;

/**
 * The shipped rules for a drill, which takes seconds instead of minutes: conditions need to hold for one second, rates are
 * those of the last ten seconds, and ages of a minute or more count as too old thirty times sooner. Nothing else differs.
 */
export function shortenedRules(): string {
  const shipped = read();
  const shorten = ({ expr, ...rule }: Rule): Rule => ({
    ...rule,
    expr: expr
      .replace(/\[\d+[mh]\]/g, '[10s]')
      .replace(/(_seconds\)?) > (\d{2,})/g, (text, metric, seconds) => {
        return Number(seconds) < 60 ? text : `${metric} > ${Number(seconds) / faster}`;
      }),
    ...(rule.for !== undefined && { for: '1s' }),
  });
  return stringify({
    groups: shipped.groups.map(group => ({ ...group, rules: group.rules.map(shorten) })),
  });
}
