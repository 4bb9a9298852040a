-- A search calls this for thousands of deliveries. Normalizing takes ten times as long as the rest, so ASCII-only text
-- gets plain upper case, which is what normalizing would return. In SQL the function would take three times as long as
-- in plpgsql, because the planner can't inline it.
create or replace function corkboard.event_search_text(p_data json) returns text
language plpgsql immutable
as $$
declare
  v_names constant text := concat_ws(
    E'\x1f', p_data ->> 'invoiceNumber', p_data ->> 'projectName', p_data ->> 'clientName');
begin
  return case when octet_length(v_names) = char_length(v_names) then upper(v_names collate "C") else corkboard.normalize_for_search(v_names) end;
end
$$;
comment on function corkboard.event_search_text(json) is
  'The number and the names in the data of an event, normalized, for searching deliveries.';
