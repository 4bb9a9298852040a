-- A search does this for thousands of deliveries. Folding takes ten times as long as all the rest, so what is ASCII only
-- gets the upper case that folding would make of it. In SQL the function would take three times as long as in plpgsql,
-- because the planner can't put it into the query in place of the call.
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
