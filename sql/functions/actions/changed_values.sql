create or replace function corkboard.changed_values(p_before jsonb, p_after jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_object_agg(corkboard.field_name(b.key), jsonb_build_array(b.value, p_after -> b.key))
    from jsonb_each(p_before) b
   where b.value is distinct from p_after -> b.key
$$;
comment on function corkboard.changed_values(jsonb, jsonb) is
  'The differences between two versions of a row, as {"field": [old, new]} with the fields named as in the API; null if there are none. For audit_log.changes.';
