-- The stored answer of a form that approved a scope names no record at all, so such answers are erased whichever client
-- they are about: nothing shows them.
create or replace function corkboard.erase_responses(p_workspace uuid, p_records uuid[]) returns void
language plpgsql
as $$
declare
  c_id constant text := '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
begin
  update corkboard.idempotency_keys k set response = corkboard.erase_texts(k.response::json)
   where k.workspace_id = p_workspace
     and (k.response !~ c_id
          or exists (select 1 from regexp_matches(k.response, c_id, 'g') m (found) where m.found[1]::uuid = any (p_records)));
end
$$;
comment on function corkboard.erase_responses(uuid, uuid[]) is
  'Erases the texts in the stored responses of writes that concerned these records. A repeated write still does nothing.';
