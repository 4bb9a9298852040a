-- Walks an index in its order, delivery by delivery, and stops with the page or after p_searched deliveries. A query alone
-- would not do: its plan is made for an endpoint of average size, for which collecting and sorting all deliveries is cheaper.
-- Cursors are planned for their first rows and, with the second setting also on PostgreSQL 15, for their endpoint. If the
-- delivery p_after has another status by now, the list starts over.
create or replace function corkboard.find_deliveries(
  p_workspace uuid, p_endpoint uuid, p_status text, p_event text, p_from timestamptz, p_to timestamptz, p_search text,
  p_first_id uuid, p_last_id uuid, p_is_reversed boolean, p_after uuid, p_most integer, p_searched integer
) returns table (id uuid, at timestamptz, is_match boolean, searched integer)
language plpgsql stable rows 26
set enable_bitmapscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  c_from constant timestamptz := coalesce(p_from, '-infinity');
  c_to constant timestamptz := coalesce(p_to, 'infinity');
  c_ascends constant boolean := (p_status is not distinct from 'pending') <> p_is_reversed;
  c_direction constant text := case when c_ascends then 'asc' else 'desc' end;
  c_beyond constant text := case when c_ascends then '>' else '<' end;
  v_column text;
  v_condition text;
  v_start timestamptz;
  v_deliveries refcursor;
  v_delivery record;
  v_last corkboard.webhook_deliveries;
  v_found integer := 0;
begin
  searched := 0;
  if p_first_id is not null then
    -- The order of the primary key is that of the ids' times. Without offset, the planner might look at all deliveries of the
    -- endpoint instead.
    return query execute format(
      'select i.id, i.created_at, true, 0
         from (select d.* from corkboard.webhook_deliveries d
                where d.workspace_id = $1 and d.id between $3 and $4
                order by d.id %1$s offset 0) i
        where i.endpoint_id = $2 and ($5 is null or i.status = $5)
          and ($6 is null or i.event = $6) and i.created_at >= $7 and i.created_at < $8
          and ($9 is null or i.id %2$s $9)
        limit $10', c_direction, c_beyond)
      using p_workspace, p_endpoint, p_first_id, p_last_id, p_status, p_event, c_from, c_to, p_after, p_most;
    if found then
      return;
    end if;
  end if;
  select * into v_last from corkboard.webhook_deliveries d where d.workspace_id = p_workspace and d.id = p_after;
  if p_status is null then
    v_column := 'created_at';
    v_start := v_last.created_at;
    v_condition := 'd.created_at >= $5 and d.created_at < $6';
  elsif p_status = 'pending' then
    v_column := 'due_at';
    v_start := v_last.due_at;
    v_condition := 'd.status = ''pending''';
  else
    v_column := 'settled_at';
    v_start := v_last.settled_at;
    -- A delivery is settled after it was created. The second condition is that of the index.
    v_condition := 'd.status = $7 and d.status <> ''pending'' and d.settled_at >= $5';
  end if;
  open v_deliveries for execute format(
    'select d.id, d.%1$I as at, d.created_at, d.event, d.data from corkboard.webhook_deliveries d
      where d.workspace_id = $1 and d.endpoint_id = $2 and %2$s
        and d.%1$I %3$s= $3 and (d.%1$I %3$s $3 or d.id %3$s $4)
      order by d.%1$I %4$s, d.id %4$s', v_column, v_condition, c_beyond, c_direction)
    using p_workspace, p_endpoint,
      coalesce(v_start, (case when c_ascends then '-infinity' else 'infinity' end)::timestamptz), p_after, c_from, c_to, p_status;
  loop
    fetch v_deliveries into v_delivery;
    exit when not found;
    searched := searched + 1;
    id := v_delivery.id;
    at := v_delivery.at;
    is_match := v_delivery.created_at >= c_from and v_delivery.created_at < c_to
      and (p_event is null or v_delivery.event = p_event)
      and (p_search is null
        or strpos(corkboard.event_search_text(v_delivery.data), corkboard.normalize_for_search(p_search)) > 0);
    v_found := v_found + is_match::integer;
    if is_match or searched = p_searched then
      return next;
    end if;
    exit when v_found = p_most or searched = p_searched;
  end loop;
end
$$;
comment on function corkboard.find_deliveries(uuid, uuid, text, text, timestamptz, timestamptz, text, uuid, uuid, boolean, uuid, integer, integer) is
  'The first p_most deliveries of an endpoint with that status, event, time of creation and text, after another one: pending ones by when they are due, settled ones by when they were settled, the last first, and without a status all of them, the newest first; p_is_reversed turns these orders round. It looks at p_searched deliveries at most; if it stops there, its last row is the last of them, whether it matches or not. If ids between p_first_id and p_last_id exist, it finds only these.';
