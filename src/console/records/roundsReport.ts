import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { actorOf } from './actor.ts';
import { limitTo, rowsPlusOne } from './pageLimit.ts';
import { ifGiven, isWithin, nameOf, rangeOf } from './reportRange.ts';

/** A project with revision rounds beyond what was agreed, of which some were logged within the range. */
export interface ProjectRounds {
  projectId: string;
  project: string;
  clientId: string;
  client: string;
  isTrashed: boolean;
  /** The rounds that the scope and the approved change orders include, and all that were used. */
  agreed: number;
  used: number;
  /** Those beyond what was agreed that were logged within the range. */
  rounds: number;
}

/** The revision rounds of a range of days beyond what was agreed. What was agreed is as of now. */
export interface RoundsReport {
  /** By the first day of each month in the workspace's time zone. Months without any are left out. */
  months: { month: string; rounds: number }[];
  /** Those with most rounds first. */
  projects: ProjectRounds[];
  clients: { clientId: string; client: string; rounds: number }[];
}

/**
 * The table expression `beyond`: the revisions `r` beyond what was agreed, with their projects. Few projects have any, and an
 * index has those that used more than their scope includes.
 */
const beyond = (condition: FragmentSqlToken) => sql.fragment`
  over as materialized (
    select p.id, p.name, p.client_id, p.trashed_at, s.rounds_used,
           s.revision_rounds + corkboard.change_order_rounds(row(p.*)::corkboard.projects) as agreed
      from corkboard.scopes s
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = s.project_id
     where s.workspace_id = ${workspaceId} and s.rounds_used > s.revision_rounds),
  beyond as materialized (
    select r.id, r.logged_at, r.round_number, r.description, o.id as project_id, o.name as project, o.client_id, o.trashed_at,
           o.agreed, o.rounds_used
      from over o
      join corkboard.revisions r on r.workspace_id = ${workspaceId} and r.project_id = o.id and r.round_number > o.agreed
     where ${condition})`;

const clientName = sql.fragment`(
  select c.name from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = b.client_id)`;

/** The day of a time in the workspace's time zone. */
const dayOf = (time: FragmentSqlToken) =>
  sql.fragment`(${time} at time zone (select corkboard.valid_time_zone(admitted.time_zone)))::date`;

/** The query of RoundsReport. */
export const roundsReportOf = (period: Period): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)},
  ${beyond(sql.fragment`r.logged_at >= (select starts_at from range) and r.logged_at < (select ends_at from range)`)}
  select
    ${objects(sql.fragment`
      select date_trunc('month', ${dayOf(sql.fragment`b.logged_at`)}::timestamp)::date as month, count(*) as rounds
        from beyond b group by 1 order by 1`)} as months,
    ${objects(sql.fragment`
      select b.project_id as "projectId", b.project, b.client_id as "clientId", ${clientName} as client,
             b.trashed_at is not null as "isTrashed", b.agreed, b.rounds_used as used, count(*) as rounds
        from beyond b group by b.project_id, b.project, b.client_id, b.trashed_at, b.agreed, b.rounds_used
       order by count(*) desc, b.project_id`)} as projects,
    ${objects(sql.fragment`
      select b.client_id as "clientId", ${clientName} as client, count(*) as rounds
        from beyond b group by b.client_id order by count(*) desc, b.client_id`)} as clients`;

/** A revision round beyond what was agreed. */
export interface RoundRecord {
  id: string;
  loggedAt: string;
  /** The day on which it was logged, in the workspace's time zone. */
  loggedOn: string;
  projectId: string;
  project: string;
  client: string;
  isTrashed: boolean;
  roundNumber: number;
  agreed: number;
  description: string;
  by: string | null;
}

/** Which rounds are listed. */
interface RoundFilters {
  project?: string | undefined;
  client?: string | undefined;
}

/** A page of them, with the number of all. */
export interface RoundRecords {
  /** One more than is shown, if there are more. Latest first. */
  rows: RoundRecord[];
  rounds: number;
  project: string | null;
  client: string | null;
}

/** The condition of a period, which may have no bounds, and of filters. */
const within = (period: Period, { project, client }: RoundFilters): FragmentSqlToken =>
  all([
    isWithin(sql.fragment`r.logged_at`, period),
    ifGiven(project, id => sql.fragment`o.id = ${asUuid(id)}::uuid`),
    ifGiven(client, id => sql.fragment`o.client_id = ${asUuid(id)}::uuid`),
  ]);

const rows = (after: string | null, limit: number) =>
  objects(sql.fragment`
    select b.id, corkboard.iso(b.logged_at) as "loggedAt", ${dayOf(sql.fragment`b.logged_at`)} as "loggedOn",
           b.project_id as "projectId", b.project, ${clientName} as client, b.trashed_at is not null as "isTrashed",
           b.round_number as "roundNumber", b.agreed, b.description, ${actorOf('b', 'revision.logged')} as by
      from beyond b
     where ${ifGiven(after, last => sql.fragment`(b.logged_at, b.id) < (select a.logged_at, a.id from beyond a where a.id = ${last}::uuid)`)}
     order by b.logged_at desc, b.id desc ${limitTo(limit)}`);

/** The query of RoundRecords. */
export const roundRecords = (
  period: Period,
  filters: RoundFilters,
  after: string | null,
): FragmentSqlToken => sql.fragment`
  with ${beyond(within(period, filters))}
  select ${rows(after, rowsPlusOne)} as rows, (select count(*) from beyond) as rounds,
    ${nameOf('projects', filters.project)} as project, ${nameOf('clients', filters.client)} as client`;

/** The query of a batch of them, as `rows`. */
export const roundBatch = (
  period: Period,
  filters: RoundFilters,
  after: string | null,
  limit: number,
): FragmentSqlToken =>
  sql.fragment`with ${beyond(within(period, filters))} select ${rows(after, limit)} as rows`;
