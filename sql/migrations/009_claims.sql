-- An attempt's claim is written and taken back within moments: not in the wide row of its delivery, which was
-- copied for it, with an entry in each of its indexes.
create unlogged table corkboard.webhook_claims (
  workspace_id uuid not null,
  id uuid not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  primary key (workspace_id, id)
);
comment on table corkboard.webhook_claims is
  'Which deliveries have an attempt under way: no other is begun before claimed_until. Unlogged: a crash may forget one, and the attempt may be made again.';
comment on column corkboard.webhook_claims.id is 'The delivery''s.';
comment on column corkboard.webhook_claims.claim is 'Who made the claim: it is given up by no other.';

-- Made anew after this, as every view is.
drop view if exists corkboard_ops.delivery_backlog;
alter table corkboard.webhook_deliveries drop column claim, drop column claimed_until;

-- Beginning with the endpoint alone: beginning with the workspace they are a way to find a delivery by its key as well,
-- by way of all of its workspace, and the planner takes it where the statistics know nothing yet.
drop index corkboard.webhook_deliveries_of_endpoint, corkboard.webhook_deliveries_pending;
create index webhook_deliveries_of_endpoint on corkboard.webhook_deliveries (endpoint_id, created_at desc);
create index webhook_deliveries_pending on corkboard.webhook_deliveries (endpoint_id) where status = 'pending';

-- The new one takes arrays.
drop function if exists corkboard.mark_endpoints(json);
