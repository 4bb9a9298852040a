-- json instead of jsonb, which would reorder the fields of an event and of a stored response.
create or replace function corkboard.erase_texts(p_value json, p_is_personal boolean default false) returns json
language plpgsql immutable
as $$
begin
  case json_typeof(p_value)
    when 'object' then
      return (
        select '{' || coalesce(string_agg(
                 to_json(f.key)::text || ':' || corkboard.erase_texts(
                   f.value, p_is_personal or f.key = any (corkboard.personal_fields()))::text, ',' order by f.n), '') || '}'
          from json_each(p_value) with ordinality f (key, value, n));
    when 'array' then
      return (
        select '[' || coalesce(string_agg(corkboard.erase_texts(f.value, p_is_personal)::text, ',' order by f.n), '') || ']'
          from json_array_elements(p_value) with ordinality f (value, n));
    when 'string' then
      return case when p_is_personal then to_json(corkboard.erased_name()) else p_value end;
    else
      return p_value;
  end case;
end
$$;
comment on function corkboard.erase_texts(json, boolean) is
  'A JSON value with the texts in personal_fields erased, however deep they are; all of its texts if p_is_personal. Keeps the order of fields.';
