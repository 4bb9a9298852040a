create or replace function corkboard.row_changes(p_before jsonb, p_after jsonb, p_private text[], p_derived text[] default '{}')
returns jsonb
language sql immutable
as $$
  select coalesce(corkboard.changed_values(p_before - p_private - p_derived, p_after - p_private - p_derived), '{}')
      || coalesce((
           select jsonb_object_agg(corkboard.field_name(p.name), '[]'::jsonb) from unnest(p_private) p (name)
            where p_before -> p.name is distinct from p_after -> p.name), '{}')
$$;
comment on function corkboard.row_changes(jsonb, jsonb, text[], text[]) is
  'Like changed_values, for rows with private texts: these are listed without their values, as in {"notes": []}. Derived columns are left out.';
