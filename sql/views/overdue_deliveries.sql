create or replace view corkboard_ops.overdue_deliveries as
select o.workspace_id, o.endpoint_id, corkboard.url_host(e.url) as host, o.overdue, now() - o.overdue_since as behind
from corkboard.overdue_deliveries() o
join corkboard.webhook_endpoints e on e.workspace_id = o.workspace_id and e.id = o.endpoint_id;
comment on view corkboard_ops.overdue_deliveries is
  'Deliveries per endpoint that are due and that no worker sends although the endpoint''s throttle allows it. behind: for how long the first could have been sent; more than seconds means that workers can''t keep up. Deliveries that their endpoint holds back are not in it (corkboard_ops.endpoint_states).';
comment on column corkboard_ops.overdue_deliveries.host is 'The host of the endpoint''s URL.';
comment on column corkboard_ops.overdue_deliveries.overdue is 'How many deliveries are overdue.';
comment on column corkboard_ops.overdue_deliveries.behind is 'For how long the first could have been sent.';
