-- What waits for an endpoint, by when it is due, and what was settled, by how and when: for whoever looks after lost
-- jobs, turns an endpoint off, replays, prunes or asks how an endpoint fares, none of whom may read all deliveries.
-- A delivery that is settled is entered anew in every index for it, which costs about a twentieth of sending it.
create index webhook_deliveries_waiting on corkboard.webhook_deliveries (endpoint_id, due_at) where status = 'pending';
create index webhook_deliveries_settled_by_endpoint on corkboard.webhook_deliveries (endpoint_id, status, settled_at) where status <> 'pending';
drop index corkboard.webhook_deliveries_settled;
-- The row keeps its room for a second version on the same page (fillfactor 50): without it sending takes a fifteenth longer.

create index revisions_awaiting_verdict on corkboard.revisions (logged_at)
  where classify and verdict is null and unclassified is null;

alter table corkboard.webhook_endpoints
  add column removed_at timestamptz,
  add column notice_since timestamptz,
  add check (removed_at is null or disabled_at is not null);
comment on column corkboard.webhook_endpoints.removed_at is 'Set: removed. Nobody finds it any more; the row goes with the last of its deliveries, which are deleted in batches.';
comment on column corkboard.webhook_endpoints.notice_since is 'Set: it was turned off by its failures then, and the owner of its workspace has not been told yet.';

-- The new ones work in batches.
drop function if exists corkboard.replay_missed(uuid, uuid);

-- Made anew after this, with other columns.
drop function if exists corkboard.claim_attempts(uuid[], uuid[], integer[]);
drop view if exists corkboard_ops.delivery_backlog, corkboard_ops.endpoint_health;
