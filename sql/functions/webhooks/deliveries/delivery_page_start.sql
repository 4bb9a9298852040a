create or replace function corkboard.delivery_page_start(
  p_workspace uuid, p_endpoint uuid, p_delivery uuid, out created_at timestamptz, out id uuid
)
language plpgsql stable
as $$
begin
  created_at := 'infinity';
  id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  if p_delivery is null then
    return;
  end if;
  select d.created_at, d.id into delivery_page_start.created_at, delivery_page_start.id
    from corkboard.webhook_deliveries d
   where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.id = p_delivery;
  if not found then
    perform corkboard.reject('not_found', 'No delivery with this id.');
  end if;
end
$$;
comment on function corkboard.delivery_page_start(uuid, uuid, uuid) is
  'The creation time and id from which the next page of an endpoint''s deliveries continues; a null p_delivery starts with the newest. Rejects with not_found.';
