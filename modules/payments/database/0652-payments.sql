-- The code a member shows at the till pays once: its print is kept, never the code.
alter table payment_order add column code_print text constraint payment_order__code_used unique;
