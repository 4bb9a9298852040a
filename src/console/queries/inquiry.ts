import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { fields, object, objects, workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitPlusOne } from './pageLimit.ts';
import { inquiryMatches } from './search.ts';

/** The states of inquiries, by which the list is filtered. */
export const inquiryStates = ['open', 'converted', 'dismissed'] as const;
type InquiryState = (typeof inquiryStates)[number];

/** An inquiry in a list. */
export interface ListedInquiry {
  id: string;
  name: string;
  company: string | null;
  email: string;
  receivedAt: string;
  convertedAt: string | null;
  dismissedAt: string | null;
}

/** An inquiry as its page shows it. */
export interface InquiryDetail extends ListedInquiry {
  message: string | null;
  answers: Record<string, string>;
  /** The network address and the browser that it came from. */
  from: string | null;
  browser: string | null;
  closedBy: string | null;
  /** The client and the project that it became, unless these are in the trash. */
  client: { id: string; name: string } | null;
  project: { id: string; name: string } | null;
  /** The oldest client with the same email address, as long as the inquiry is open. */
  known: { id: string; name: string } | null;
}

/** The columns of a ListedInquiry. */
export const listedInquiry = fields('inquiries', 'id name company email receivedAt convertedAt dismissedAt');

const named = (table: string, condition: FragmentSqlToken) =>
  object(sql.fragment`
    t.id, t.name from corkboard.${sql.identifier([table])} t
     where t.workspace_id = ${workspaceId} and t.trashed_at is null and ${condition}
     order by t.id limit 1`);

/** One row with the inquiry; no row if it doesn't exist. */
export const inquiryDetail = (id: string): FragmentSqlToken => sql.fragment`
  select ${listedInquiry}, ${fields('inquiries', 'message answers closedBy')},
         host(inquiries.received_from) as "from", inquiries.received_with as browser,
         ${named('clients', sql.fragment`t.id = inquiries.client_id`)} as client,
         ${named('projects', sql.fragment`t.id = inquiries.project_id`)} as project,
         case when inquiries.converted_at is null and inquiries.dismissed_at is null then ${named(
           'clients',
           sql.fragment`lower(t.email) = lower(inquiries.email)
             and t.id in (select corkboard.found_records(${workspaceId}, 'client', inquiries.email, '{}'))`,
         )} end as known
    from corkboard.inquiries
   where inquiries.workspace_id = ${workspaceId} and inquiries.id = ${asUuid(id)}`;

const inState: Record<InquiryState, FragmentSqlToken> = {
  open: sql.fragment`inquiries.dismissed_at is null and inquiries.converted_at is null`,
  converted: sql.fragment`inquiries.converted_at is not null`,
  dismissed: sql.fragment`inquiries.dismissed_at is not null`,
};

/** The page of a list of inquiries. */
export interface InquiryPage {
  rows: ListedInquiry[];
  /** Whether people can send inquiries. */
  isFormOpen: boolean;
}

/** One row, InquiryPage: the newest first, after an inquiry. `state` null: all; a blank search finds all. */
export function inquiryList(
  state: InquiryState | null,
  search: string,
  after: string | null,
): FragmentSqlToken {
  const conditions = [
    sql.fragment`inquiries.workspace_id = ${workspaceId}`,
    ...(state === null ? [] : [inState[state]]),
    ...(search === '' ? [] : [inquiryMatches(search)]),
    ...(after === null ? [] : [sql.fragment`inquiries.id < ${after}::uuid`]),
  ];
  return sql.fragment`
    select ${objects(sql.fragment`
        select ${listedInquiry} from corkboard.inquiries
         where ${sql.join(conditions, sql.fragment` and `)}
         order by inquiries.id desc ${limitPlusOne}`)} as rows,
      exists (
        select 1 from corkboard.inquiry_forms f
         where f.workspace_id = ${workspaceId} and f.opened_at is not null) as "isFormOpen"`;
}

/** The form for people who aren't clients yet, as the settings show it. */
export interface InquiryFormSettings {
  isOpen: boolean;
  introduction: string | null;
  questions: string[];
  /** With the secret part; null: the form was never saved. */
  path: string | null;
  /** How often the link was replaced. */
  linkVersion: number;
}

/** One row, InquiryFormSettings. */
export const inquiryForm: FragmentSqlToken = sql.fragment`
  select f.opened_at is not null as "isOpen", f.introduction, coalesce(f.questions, '{}') as questions,
         '/inquiry/' || f.token || corkboard.secret_suffix(f.workspace_id) as path,
         corkboard.times_done(w.id, w.id, 'inquiry.link_renewed') as "linkVersion"
    from corkboard.workspaces w
    left join corkboard.inquiry_forms f on f.workspace_id = ${workspaceId}
   where w.id = ${workspaceId}`;
