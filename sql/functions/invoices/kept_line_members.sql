create or replace function corkboard.kept_line_members(p_before corkboard.invoices, p_line_ids uuid[]) returns uuid[]
language sql immutable
as $$
  select case when cardinality(array_remove(k.members, null)) > 0 then k.members end
    from (select array_agg(
                   case when l.id is not null then p_before.line_members[array_position(p_before.line_ids, l.id)] end order by l.number) as members
            from unnest(p_line_ids) with ordinality l (id, number)) k
$$;
comment on function corkboard.kept_line_members(corkboard.invoices, uuid[]) is
  'The members of the lines (invoices.line_members) after an edit that left these ids of lines; null: none is of one member.';
