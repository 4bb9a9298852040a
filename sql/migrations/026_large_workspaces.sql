-- For workspaces and endpoints that have far more rows than others, and for questions to the audit log.

-- The policy of row-level security makes every query name the workspace besides the endpoint. Without this, the planner
-- takes the two for independent, and expects a few deliveries where there are thousands.
create statistics corkboard.webhook_deliveries_of_endpoints (dependencies, ndistinct)
  on workspace_id, endpoint_id from corkboard.webhook_deliveries;

-- The entries about one type of record, newest first.
-- squawk-ignore require-concurrent-index-creation
create index if not exists audit_log_by_type on corkboard.audit_log (workspace_id, record_type, id);
-- What a request did. A small index on blocks (brin) was tried: the planner does not use it for random ids.
-- squawk-ignore require-concurrent-index-creation
create index if not exists audit_log_by_request on corkboard.audit_log (request_id) where request_id is not null;
-- What happened in a period, in all workspaces.
-- squawk-ignore require-concurrent-index-creation
create index if not exists audit_log_by_time on corkboard.audit_log using brin (recorded_at) with (autosummarize = on);
-- The projects of a client, those in the trash included: their invoices count too.
-- squawk-ignore require-concurrent-index-creation
create index if not exists projects_by_client on corkboard.projects (workspace_id, client_id);
-- Contains what is summed.
-- squawk-ignore require-concurrent-index-creation
create index if not exists invoice_due_counts_invoices on corkboard.invoice_due_counts (workspace_id, due_date) include (invoices);
-- What is in the trash, in the order of its page.
-- squawk-ignore require-concurrent-index-creation
create index if not exists clients_in_trash on corkboard.clients (workspace_id, trashed_at desc, id) where trashed_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index if not exists projects_in_trash on corkboard.projects (workspace_id, trashed_at desc, id) where trashed_at is not null;
-- Drafts to review, the newest first.
-- squawk-ignore require-concurrent-index-creation
create index if not exists invoices_to_review on corkboard.invoices (workspace_id, created_at desc, id desc)
  where status = 'DRAFT' and created_via <> 'app';

-- For the items of the home page: without these, each visit would look at the scope and the last round of every active
-- project. Triggers maintain them (sql/functions/scopes), and a release fills them in (count_scope_work).
alter table corkboard.intakes add column has_scope boolean not null default false;
comment on column corkboard.intakes.has_scope is
  'Whether the project''s scope has been drafted. May be false for a moment after a release although it has.';
alter table corkboard.scopes add column rounds_used integer not null default 0;
comment on column corkboard.scopes.rounds_used is 'How many revision rounds the project has had, kept by a trigger.';
-- squawk-ignore require-concurrent-index-creation
create index if not exists intakes_without_scope on corkboard.intakes (workspace_id, project_id desc)
  where submitted_at is not null and not has_scope;
-- squawk-ignore require-concurrent-index-creation
create index if not exists scopes_over_budget on corkboard.scopes (workspace_id, project_id desc)
  where rounds_used > revision_rounds;
