"""Sixteen numbers at a time: explicit vectors for kernels.

A loop of constant length 16 is unrolled by the compiler and then not vectorised, and a loop over many arrays asks for
more aliasing checks than it is willing to make. So the vectors are written out: a value of type `Lanes` is sixteen
float32 that live in registers, with `+ - * /` between two of them. Arrays are flat, and an offset names the first of
sixteen neighbours.

    total = zeros()
    for i in range(count):
        total = total + load(reach, 16 * i)
    store(out, 0, total)

`load` also reads int16 (as float32 numbers), and `store_rounded` writes int16. Nothing checks bounds.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs, disable-error-code="misc,no-untyped-call"

import operator

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

COUNT = 16
"""The number of lanes."""

_FLOATS = ir.VectorType(ir.FloatType(), COUNT)
_EIGHT = ir.VectorType(ir.FloatType(), 8)
_WORDS = ir.VectorType(ir.IntType(32), COUNT)
_SHORTS = ir.VectorType(ir.IntType(16), COUNT)
# Products may be fused with sums; sums are never reordered, so that results do not depend on the surroundings.
_FLAGS = ("contract",)


class LanesType(types.Type):
    """Numba's type of sixteen float32."""

    def __init__(self):
        super().__init__(name="Lanes")


class NoiseType(types.Type):
    """Numba's type of sixteen states of a random generator."""

    def __init__(self):
        super().__init__(name="Noise")


LANES = LanesType()
NOISE = NoiseType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, frontend_type):
        super().__init__(manager, frontend_type, _FLOATS)


@register_model(NoiseType)
class _NoiseModel(models.PrimitiveModel):
    def __init__(self, manager, frontend_type):
        super().__init__(manager, frontend_type, _WORDS)


@intrinsic
def zeros(typing_context):
    """Sixteen zeros."""

    def generate(context, builder, signature, arguments):
        return ir.Constant(_FLOATS, None)

    return LANES(), generate


@intrinsic
def splat(typing_context, number):
    """Sixteen times the same number."""

    def generate(context, builder, signature, arguments):
        value = context.cast(builder, arguments[0], signature.args[0], types.float32)
        return _broadcast(builder, value, _FLOATS)

    return LANES(number), generate


@intrinsic
def load(typing_context, array, offset):
    """array[offset : offset + 16], a flat float32 or int16 array."""

    def generate(context, builder, signature, arguments):
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        vector = _SHORTS if signature.args[0].dtype == types.int16 else _FLOATS
        pointer = _pointer(context, builder, signature.args[0], arguments[0], place, vector)
        value = builder.load(pointer, align=signature.args[0].dtype.bitwidth // 8)
        return builder.sitofp(builder.sext(value, _WORDS), _FLOATS) if vector is _SHORTS else value

    return LANES(array, offset), generate


@intrinsic
def gather(typing_context, array, start, indices, offset):
    """array[start + indices[offset + l]] for each lane l; flat float32 and uint16 arrays."""

    def generate(context, builder, signature, arguments):
        kinds = signature.args
        start, offset = (context.cast(builder, arguments[i], kinds[i], types.intp) for i in (1, 3))
        data, places = (context.make_array(kinds[i])(context, builder, arguments[i]).data for i in (0, 2))
        value = ir.Constant(_FLOATS, ir.Undefined)
        # One load after the other: processors that have an instruction for it are hardly faster.
        for lane in range(COUNT):
            index = builder.load(builder.gep(places, [_moved(builder, offset, lane)]))
            pointer = builder.gep(data, [builder.add(start, builder.zext(index, start.type))])
            value = builder.insert_element(value, builder.load(pointer), ir.Constant(ir.IntType(32), lane))
        return value

    return LANES(array, start, indices, offset), generate


@intrinsic
def store(typing_context, array, offset, value):
    """array[offset : offset + 16] = value, a flat float32 array."""

    def generate(context, builder, signature, arguments):
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        pointer = _pointer(context, builder, signature.args[0], arguments[0], place, _FLOATS)
        builder.store(arguments[2], pointer, align=4)
        return context.get_dummy_value()

    return types.void(array, offset, value), generate


@intrinsic
def prefetch(typing_context, array, offset):
    """Ask for the 64 bytes around a place of a contiguous array, counted over all axes, which will be needed soon. A
    place outside of the array does no harm."""

    def generate(context, builder, signature, arguments):
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        byte = ir.IntType(8).as_pointer()
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        pointer = builder.bitcast(builder.gep(data, [place]), byte)
        builder.call(ask, [pointer, word(0), word(3), word(1)])  # to read, into the nearest cache, data
        return context.get_dummy_value()

    return types.void(array, offset), generate


@intrinsic
def store_rounded(typing_context, array, offset, value, noise):
    """array[offset : offset + 16] = value, a flat int16 array; rounded up or down at random so that the mean is
    right. The values must lie within +-32767."""

    def generate(context, builder, signature, arguments):
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        pointer = _pointer(context, builder, signature.args[0], arguments[0], place, _SHORTS)
        # the upper bits of the noise as the mantissa of a float in [1, 2)
        mantissa = builder.lshr(arguments[3], _word(9))
        unit = builder.bitcast(builder.or_(mantissa, _word(0x3F800000)), _FLOATS)
        shifted = builder.fadd(arguments[2], builder.fsub(unit, _number(1.0)))
        whole = builder.fptosi(shifted, _WORDS)  # towards zero: negative ones are one too high
        too_high = builder.fcmp_ordered(">", builder.sitofp(whole, _FLOATS), shifted)
        floor = builder.add(whole, builder.sext(too_high, _WORDS))
        builder.store(builder.trunc(floor, _SHORTS), pointer, align=2)
        return context.get_dummy_value()

    return types.void(array, offset, value, noise), generate


@intrinsic
def start_noise(typing_context, seed):
    """Sixteen different states from one uint64."""

    def generate(context, builder, signature, arguments):
        low = builder.trunc(arguments[0], ir.IntType(32))
        spread = ir.Constant(_WORDS, [(0x9E3779B9 * (lane + 1)) & 0xFFFFFFFF for lane in range(COUNT)])
        mixed = builder.mul(builder.xor(_broadcast(builder, low, _WORDS), spread), _word(0x85EBCA6B))
        return builder.or_(builder.xor(mixed, builder.lshr(mixed, _word(15))), _word(1))

    return NOISE(types.uint64), generate


@intrinsic
def next_noise(typing_context, noise):
    """The next states (xorshift, 32 bits)."""

    def generate(context, builder, signature, arguments):
        state = arguments[0]
        state = builder.xor(state, builder.shl(state, _word(13)))
        state = builder.xor(state, builder.lshr(state, _word(17)))
        return builder.xor(state, builder.shl(state, _word(5)))

    return NOISE(noise), generate


@intrinsic
def larger(typing_context, first, second):
    """The larger number of each lane."""

    def generate(context, builder, signature, arguments):
        return _select_greater(builder, arguments[0], arguments[1], arguments[0], arguments[1])

    return LANES(first, second), generate


@intrinsic
def where_positive(typing_context, tested, yes, no):
    """In each lane `yes` if the number tested is above zero, else `no`."""

    def generate(context, builder, signature, arguments):
        return _select_greater(builder, arguments[0], ir.Constant(_FLOATS, None), arguments[1], arguments[2])

    return LANES(tested, yes, no), generate


@intrinsic
def largest(typing_context, value):
    """The largest of the sixteen numbers."""

    def generate(context, builder, signature, arguments):
        value = arguments[0]
        for step in (8, 4, 2, 1):
            moved = _shuffle(builder, value, value, [(lane + step) % COUNT for lane in range(COUNT)])
            value = _select_greater(builder, value, moved, value, moved)
        return builder.extract_element(value, ir.Constant(ir.IntType(32), 0))

    return types.float32(value), generate


@intrinsic
def load_transposed(typing_context, array, offsets, first, shift, out, place):
    """out[place + 16 i + l] = array[offsets[first + l] + shift + i]: sixteen pieces of sixteen numbers, side by
    side."""

    def generate(context, builder, signature, arguments):
        kinds = signature.args
        first, shift, place = (context.cast(builder, arguments[i], kinds[i], types.intp) for i in (2, 3, 5))
        starts = _starts(context, builder, kinds[1], arguments[1], first, shift)

        def source(lane, number):
            return _moved(builder, starts[lane], number), kinds[0], arguments[0]

        def target(number, lane):
            return _moved(builder, place, COUNT * number + lane), kinds[4], arguments[4]

        _transpose(context, builder, source, target)
        return context.get_dummy_value()

    return types.void(array, offsets, first, shift, out, place), generate


@intrinsic
def store_transposed(typing_context, array, place, out, offsets, first, shift):
    """out[offsets[first + l] + shift + i] = array[place + 16 i + l]: the way back."""

    def generate(context, builder, signature, arguments):
        kinds = signature.args
        place, first, shift = (context.cast(builder, arguments[i], kinds[i], types.intp) for i in (1, 4, 5))
        starts = _starts(context, builder, kinds[3], arguments[3], first, shift)

        def source(number, lane):
            return _moved(builder, place, COUNT * number + lane), kinds[0], arguments[0]

        def target(lane, number):
            return _moved(builder, starts[lane], number), kinds[2], arguments[2]

        _transpose(context, builder, source, target)
        return context.get_dummy_value()

    return types.void(array, place, out, offsets, first, shift), generate


def _arithmetic(symbol, instruction):
    @intrinsic
    def apply(typing_context, first, second):
        def generate(context, builder, signature, arguments):
            return getattr(builder, instruction)(*arguments, flags=_FLAGS)

        return LANES(first, second), generate

    @overload(symbol, inline="always")
    def choose(first, second):
        if isinstance(first, LanesType) and isinstance(second, LanesType):
            return lambda first, second: apply(first, second)
        return None


for _symbol, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _arithmetic(_symbol, _instruction)


def _pointer(context, builder, array_type, array, place, vector):
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), vector.as_pointer())


def _starts(context, builder, array_type, array, first, shift):
    """offsets[first + l] + shift for each lane l."""
    data = context.make_array(array_type)(context, builder, array).data
    return [
        builder.add(builder.load(builder.gep(data, [_moved(builder, first, lane)])), shift) for lane in range(COUNT)
    ]


def _moved(builder, place, distance):
    return builder.add(place, ir.Constant(place.type, distance))


def _word(number):
    return ir.Constant(_WORDS, [number] * COUNT)


def _number(number):
    return ir.Constant(_FLOATS, [number] * COUNT)


def _broadcast(builder, value, vector):
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return _shuffle(builder, single, single, [0] * COUNT)


def _shuffle(builder, first, second, lanes):
    mask = ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), [ir.Constant(ir.IntType(32), lane) for lane in lanes])
    return builder.shuffle_vector(first, second, mask)


def _select_greater(builder, first, second, yes, no):
    return builder.select(builder.fcmp_ordered(">", first, second), yes, no)


def _transpose(context, builder, source, target):
    """Transpose 16 x 16 numbers in four blocks of 8 x 8, which fit into registers.

    `source(row, column)` and `target(row, column)` give the place of eight neighbours: (offset, type of array, array).
    """
    for top in (0, 8):
        for left in (0, 8):
            rows = []
            for row in range(8):
                offset, kind, array = source(top + row, left)
                rows.append(builder.load(_pointer(context, builder, kind, array, offset, _EIGHT), align=4))
            for column, values in enumerate(_transposed_eight(builder, rows)):
                offset, kind, array = target(left + column, top)
                builder.store(values, _pointer(context, builder, kind, array, offset, _EIGHT), align=4)


def _transposed_eight(builder, rows):
    """Eight vectors of eight: pairs of rows are interleaved, then pairs of pairs, then halves are joined."""

    def pair(first, second, lanes):
        return _shuffle(builder, first, second, lanes)

    singles = []
    for row in range(0, 8, 2):
        singles.append(pair(rows[row], rows[row + 1], (0, 8, 1, 9, 4, 12, 5, 13)))
        singles.append(pair(rows[row], rows[row + 1], (2, 10, 3, 11, 6, 14, 7, 15)))
    doubles = []
    for half in (0, 4):
        for part in (0, 1):
            first, second = singles[half + part], singles[half + part + 2]
            doubles.append(pair(first, second, (0, 1, 8, 9, 4, 5, 12, 13)))
            doubles.append(pair(first, second, (2, 3, 10, 11, 6, 7, 14, 15)))
    low = [pair(doubles[k], doubles[k + 4], (0, 1, 2, 3, 8, 9, 10, 11)) for k in range(4)]
    high = [pair(doubles[k], doubles[k + 4], (4, 5, 6, 7, 12, 13, 14, 15)) for k in range(4)]
    return low + high
