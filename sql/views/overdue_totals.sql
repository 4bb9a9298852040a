-- For the worker's metrics: its role may not see the endpoints of all workspaces.
create or replace view corkboard_ops.overdue_totals as
select coalesce(sum(o.overdue), 0)::bigint as overdue,
       greatest(now() - min(o.overdue_since), interval '0') as behind
from corkboard.overdue_deliveries() o;
comment on view corkboard_ops.overdue_totals is
  'How many deliveries are overdue in all (corkboard_ops.overdue_deliveries), and for how long the first is.';
comment on column corkboard_ops.overdue_totals.overdue is 'How many deliveries are overdue.';
comment on column corkboard_ops.overdue_totals.behind is 'For how long the first could have been sent.';
