import { type FragmentSqlToken, sql } from '../../database/sql.ts';

/** The day of a time in the workspace's time zone. */
export const dayInZone = (time: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(${time} at time zone (select corkboard.valid_time_zone(admitted.time_zone)))::date`;
