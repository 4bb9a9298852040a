-- Walks an index in its order, delivery by delivery, and stops with the page or after p_searched deliveries. A query alone
-- would not do: its plan is made for an endpoint of average size, for which collecting and sorting all deliveries is cheaper.
-- Cursors are planned for their first rows. If the delivery p_after has another status by now, the list begins anew.
create or replace function corkboard.find_deliveries(
  p_workspace uuid, p_endpoint uuid, p_status text, p_event text, p_from timestamptz, p_to timestamptz, p_search text,
  p_first_id uuid, p_last_id uuid, p_after uuid, p_most integer, p_searched integer
) returns table (id uuid, at timestamptz, is_match boolean, searched integer)
language plpgsql stable rows 26
set enable_bitmapscan = off
as $$
declare
  c_from constant timestamptz := coalesce(p_from, '-infinity');
  c_to constant timestamptz := coalesce(p_to, 'infinity');
  v_deliveries refcursor;
  v_delivery record;
  v_last corkboard.webhook_deliveries;
  v_found integer := 0;
begin
  searched := 0;
  if p_first_id is not null then
    -- The order of the primary key is that of the ids' times. Without offset, the planner might look at all deliveries of the
    -- endpoint instead.
    return query
      select i.id, i.created_at, true, 0
        from (select d.* from corkboard.webhook_deliveries d
               where d.workspace_id = p_workspace and d.id between p_first_id and p_last_id
               order by d.id desc offset 0) i
       where i.endpoint_id = p_endpoint and (p_status is null or i.status = p_status)
         and (p_event is null or i.event = p_event) and i.created_at >= c_from and i.created_at < c_to
         and (p_after is null or i.id < p_after)
       limit p_most;
    if found then
      return;
    end if;
  end if;
  select * into v_last from corkboard.webhook_deliveries d where d.workspace_id = p_workspace and d.id = p_after;
  if p_status is null then
    v_last.created_at := coalesce(v_last.created_at, 'infinity');
    open v_deliveries for
      select d.id, d.created_at as at, d.created_at, d.event, d.data from corkboard.webhook_deliveries d
       where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint
         and d.created_at >= c_from and d.created_at < c_to and d.created_at <= v_last.created_at
         and (d.created_at < v_last.created_at or d.id < p_after)
       order by d.created_at desc, d.id desc;
  elsif p_status = 'pending' then
    v_last.due_at := coalesce(v_last.due_at, '-infinity');
    open v_deliveries for
      select d.id, d.due_at as at, d.created_at, d.event, d.data from corkboard.webhook_deliveries d
       where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'pending'
         and d.due_at >= v_last.due_at and (d.due_at > v_last.due_at or d.id > p_after)
       order by d.due_at, d.id;
  else
    v_last.settled_at := coalesce(v_last.settled_at, 'infinity');
    -- A delivery is settled after it was created.
    open v_deliveries for
      select d.id, d.settled_at as at, d.created_at, d.event, d.data from corkboard.webhook_deliveries d
       where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = p_status and d.status <> 'pending'
         and d.settled_at >= c_from and d.settled_at <= v_last.settled_at
         and (d.settled_at < v_last.settled_at or d.id < p_after)
       order by d.settled_at desc, d.id desc;
  end if;
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
comment on function corkboard.find_deliveries(uuid, uuid, text, text, timestamptz, timestamptz, text, uuid, uuid, uuid, integer, integer) is
  'The first p_most deliveries of an endpoint with that status, event, time of creation and text, after another one: pending ones by when they are due, settled ones by when they were settled, the last first, and without a status all of them, the newest first. It looks at p_searched deliveries at most; if it stops there, its last row is the last of them, whether it matches or not. If ids between p_first_id and p_last_id exist, it finds only these.';
