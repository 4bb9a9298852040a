-- The schemas, the extension, and the types that functions take and return.

comment on schema corkboard is 'Corkboard: one row of workspaces per customer, everything else keyed by workspace_id.';
create schema corkboard_ops;
comment on schema corkboard_ops is 'Views for DBAs: queued deliveries and jobs, recent failures, endpoint health.';

comment on table corkboard.migrations is 'Which files of sql/migrations have run.';
comment on column corkboard.migrations.id is 'Counts up in the order in which they ran.';
comment on column corkboard.migrations.name is 'The name of the file without its ending.';
comment on column corkboard.migrations.run_on is 'When it ran, in the time zone of the release''s connection.';

-- Lets one index contain both the workspace and the ngrams of a search.
create extension if not exists btree_gin;

create type corkboard.caller as (workspace_id uuid, via text, label text);
comment on type corkboard.caller is
  'Who is writing: the workspace, the channel (app, api or mcp), and the label of the key or the name of the person.';

create type corkboard.event_input as (workspace_id uuid, data json);
comment on type corkboard.event_input is
  'An event to emit: its workspace, and its data with the fields in the specified order.';

create type corkboard.claimed_attempt as (
  "workspaceId" uuid, "endpointId" uuid, "deliveryId" uuid, "jobNumber" integer, claim uuid, "claimedAt" text, "atOnce" integer, room integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[],
  "requestId" uuid, traceparent text, locale text, "timeZone" text
);
comment on type corkboard.claimed_attempt is
  'What a worker needs for an attempt: the delivery and its claim, how many attempts are now in progress at its endpoint and how many more may start, the event, the URL, the stored secrets that sign it (newest first) and, for messages that people read, the workspace''s locale and time zone.';
